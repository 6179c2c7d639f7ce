import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import english from '../../locales/en.json';
import { errorText, isCodeLost, requestIdOf } from './errors.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: english } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

const inWords = (code: string, data: object) => errorText(i18next.t, { code, data }, 'Unexpected');

describe('errorText', () => {
  it('uses the plural form for the count in the error data', () => {
    expect(inWords('TOO_MANY_ATTEMPTS', { seconds: 1 })).toMatch(/in 1 second\.$/);
    expect(inWords('TOO_MANY_ATTEMPTS', { seconds: 30 })).toMatch(/in 30 seconds\.$/);
    expect(inWords('TOO_MANY_PENDING', { limit: 20 })).toContain('up to 20 requests');
  });

  it('names the outcome and the reviewer of an already decided request', () => {
    const texts = ['approved', 'rejected', undefined].map((status) =>
      inWords('ALREADY_DECIDED', { status, decidedBy: 'asha' }),
    );
    expect(texts).toEqual([
      'This request was already approved by asha.',
      'This request was already rejected by asha.',
      'asha has already decided on this request.',
    ]);
  });

  it('returns the fallback for unknown error codes', () => {
    expect(inWords('INTERNAL', {})).toBe('Unexpected');
    expect(inWords('toString', {})).toBe('Unexpected');
  });
});

it('requestIdOf returns the request id of an unexpected server error', () => {
  expect(requestIdOf({ code: 'INTERNAL', data: { requestId: 'req-7' } })).toBe('req-7');
  for (const error of [undefined, new Error('lost'), { data: { requestId: 7 } }]) {
    expect(requestIdOf(error)).toBeUndefined();
  }
});

it.each([
  'Failed to fetch dynamically imported module: https://wallet.example/assets/a.js',
  'error loading dynamically imported module: https://wallet.example/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
])('recognizes `%s` as a failed code load', (message) => {
  expect(isCodeLost(new TypeError(message))).toBe(true);
  expect(isCodeLost(new TypeError('Failed to fetch'))).toBe(false);
});
