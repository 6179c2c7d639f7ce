import { onlineManager } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { COUNTED_PARAMS, type ErrorCode, errorTable } from '#contract/errors.ts';
import { textParams } from './text-params.ts';

/** True for a code of the closed list of errors. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}

/** What `error` has by this name; a call that failed has a code and data, and so has a refusal inside an answer. */
function partOf(error: unknown, name: 'code' | 'data'): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

/** The code of the closed list that `error` carries, or undefined for anything else (a lost connection, a bug). */
export function errorCode(error: unknown): ErrorCode | undefined {
  const code = partOf(error, 'code');
  return typeof code === 'string' && isErrorCode(code) ? code : undefined;
}

/** Under which the server wrote down what went wrong, for a failure that it did not expect. */
export function requestIdOf(error: unknown): string | undefined {
  const { requestId } = dataOf(error);
  return typeof requestId === 'string' ? requestId : undefined;
}

/** How the browsers say that a file of the application's code did not come; Vite says so of its styles. */
const LOST_CODE = /dynamically imported module|importing a module script|preload css/i;

/** Whether what was thrown is that a screen's code could not be fetched. */
export function isCodeLost(error: unknown): boolean {
  return error instanceof Error && LOST_CODE.test(error.message);
}

function dataOf(error: unknown): Record<string, unknown> {
  const data = partOf(error, 'data');
  return typeof data === 'object' && data !== null ? { ...data } : {};
}

/** The text of a code with its data, declined by what it counts. */
function textOf(code: ErrorCode, data: Record<string, unknown>, t: TFunction): string {
  const counted = COUNTED_PARAMS.map((name) => data[name]).find((value) => value !== undefined);
  const params = { ...data, ...(counted !== undefined && { count: Number(counted) }) };
  if (code === 'ALREADY_DECIDED' && data.status === 'approved')
    return t('This request was already approved by {{decidedBy}}.', params);
  if (code === 'ALREADY_DECIDED' && data.status === 'rejected')
    return t('This request was already rejected by {{decidedBy}}.', params);
  return t(errorTable[code].message, params);
}

/**
 * What went wrong in the reader's language: the text of the error's code with its data, or `fallback`
 * (already translated) when the error is unexpected. A call without an answer is told from a lost connection.
 */
export function errorText(t: TFunction, error: unknown, fallback: string): string {
  if (error instanceof TypeError && !onlineManager.isOnline()) {
    return t('You are offline. Check your connection and try again.');
  }
  const code = errorCode(error);
  if (!code || code === 'INTERNAL') return fallback;
  return textOf(code, textParams(dataOf(error)), t);
}

/** `errorText` in the language of the screen. */
export function useErrorText(): (error: unknown, fallback: string) => string {
  const { t } = useTranslation();
  return (error, fallback) => errorText(t, error, fallback);
}
