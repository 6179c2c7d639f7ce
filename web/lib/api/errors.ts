import { onlineManager } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { COUNTED_PARAMS, type ErrorCode, errorTable } from '#contract/shared/errors.ts';
import { isShownStatus, type ShownStatus } from '#contract/transactions/states.ts';
import { isPasswordWeakness, type PasswordWeakness } from '#contract/users/rules.ts';
import { textParams } from '../i18n/text-params.ts';

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}

/** Failed calls and refusals inside a response both have these fields. */
function partOf(error: unknown, name: 'code' | 'data'): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

export function errorCode(error: unknown): ErrorCode | undefined {
  const code = partOf(error, 'code');
  return typeof code === 'string' && isErrorCode(code) ? code : undefined;
}

export function requestIdOf(error: unknown): string | undefined {
  const { requestId } = dataOf(error);
  return typeof requestId === 'string' ? requestId : undefined;
}

/** Browser messages for a JavaScript file that failed to load, and Vite's message for styles. */
const LOST_CODE = /dynamically imported module|importing a module script|preload css/i;

export function isCodeLost(error: unknown): boolean {
  return error instanceof Error && LOST_CODE.test(error.message);
}

function dataOf(error: unknown): Record<string, unknown> {
  const data = partOf(error, 'data');
  return typeof data === 'object' && data !== null ? { ...data } : {};
}

/** Returns a field of an error's data. */
export function errorParam(error: unknown, name: string): unknown {
  return dataOf(error)[name];
}

function textOf(code: ErrorCode, data: Record<string, unknown>, t: TFunction): string {
  const counted = COUNTED_PARAMS.map((name) => data[name]).find((value) => value !== undefined);
  const params = { ...data, ...(counted !== undefined && { count: Number(counted) }) };
  if (code === 'ALREADY_DECIDED' && isShownStatus(data.status)) {
    const text = alreadyDecided(t, params)[data.status];
    if (text) return text;
  }
  if (code === 'WEAK_PASSWORD' && isPasswordWeakness(data.reason))
    return weaknessText(t, data.reason);
  return t(errorTable[code].message, params);
}

const alreadyDecided = (
  t: TFunction,
  params: Record<string, unknown>,
): Record<ShownStatus, string | undefined> => ({
  pending: undefined,
  approved: t('This request was already approved by {{decidedBy}}.', params),
  rejected: t('This request was already rejected by {{decidedBy}}.', params),
  cancelled: t('This request was cancelled by {{decidedBy}}.', params),
});

/** Returns why a new password is refused. */
export function weaknessText(t: TFunction, weakness: PasswordWeakness): string {
  switch (weakness) {
    case 'common':
      return t('This password is among the most common ones. Please choose another one.');
    case 'username':
      return t('This password is too similar to the username. Please choose another one.');
    case 'pattern':
      return t(
        'This password is a keyboard pattern, a repetition, a sequence or a date. Please choose another one.',
      );
    case 'breached':
      return t('This password was found in a data breach. Please choose another one.');
  }
}

/** `fallback` (translated) is for unexpected errors. */
export function errorText(t: TFunction, error: unknown, fallback: string): string {
  if (error instanceof TypeError && !onlineManager.isOnline()) {
    return t('You are offline. Check your connection and try again.');
  }
  const code = errorCode(error);
  if (!code || code === 'INTERNAL') return fallback;
  return textOf(code, textParams(dataOf(error)), t);
}

export function useErrorText(): (error: unknown, fallback: string) => string {
  const { t } = useTranslation();
  return (error, fallback) => errorText(t, error, fallback);
}
