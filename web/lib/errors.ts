import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import { textParams } from './text-params.ts';

function isErrorCode(code: string): code is ErrorCode {
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

function dataOf(error: unknown): Record<string, unknown> {
  const data = partOf(error, 'data');
  return typeof data === 'object' && data !== null ? { ...data } : {};
}

/** The values for an error's text; a status in it is a word of the interface and is translated. */
function translatedData(error: unknown, t: TFunction): Record<string, unknown> {
  const data = textParams(dataOf(error));
  if (data.status === 'approved') return { ...data, status: t('approved') };
  if (data.status === 'rejected') return { ...data, status: t('rejected') };
  return data;
}

/**
 * A function that says what went wrong in the reader's language: the text of the error's code with
 * its data, or `fallback` (already translated) when the error is unexpected.
 */
export function useErrorText(): (error: unknown, fallback: string) => string {
  const { t } = useTranslation();
  return (error, fallback) => {
    const code = errorCode(error);
    if (!code || code === 'INTERNAL') return fallback;
    return t(errorTable[code].message, translatedData(error, t));
  };
}
