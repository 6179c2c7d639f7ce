import i18next from 'i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Language } from '#contract/shared/enums.ts';
import { forgetTranslations, translationsIn } from '../../lib/i18n/translation-cache.ts';

type Question = { language: Language; texts: string[] };
const translate = vi.fn(async ({ language, texts }: Question) => ({
  texts: texts.map((text) => (text === 'UPI' ? text : `${language}:${text}`)),
}));
vi.mock('../../lib/api/api.ts', () => ({ api: { translations: { translate } } }));
const { requestTranslations } = await import('./model.ts');

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  translate.mockClear();
  forgetTranslations();
});

it('batches requests of one tick and caches the translations', async () => {
  i18next.language = 'te';
  requestTranslations('te', ['one', 'UPI']);
  requestTranslations('te', ['one', 'two', '', 'x'.repeat(501)]);
  await vi.runAllTimersAsync();
  expect(translate.mock.calls).toEqual([[{ language: 'te', texts: ['one', 'UPI', 'two'] }]]);
  expect([...translationsIn('te')]).toEqual([
    ['one', 'te:one'],
    ['two', 'te:two'],
  ]);
  expect(translationsIn('hi').size).toBe(0);
});

it('requests unchanged texts again, but only after a delay', async () => {
  i18next.language = 'ta';
  requestTranslations('ta', ['UPI']);
  await vi.runAllTimersAsync();
  requestTranslations('ta', ['UPI']);
  await vi.runAllTimersAsync();
  expect(translate).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  requestTranslations('ta', ['UPI']);
  await vi.runAllTimersAsync();
  expect(translate).toHaveBeenCalledTimes(2);
});

it('requests at most fifty texts in one call', async () => {
  requestTranslations(
    'kn',
    Array.from({ length: 60 }, (_, n) => `text ${n}`),
  );
  await vi.runAllTimersAsync();
  expect(translate.mock.calls.map(([{ texts }]) => texts.length)).toEqual([50, 10]);
});

it('discards a response after the language has changed', async () => {
  i18next.language = 'hi';
  requestTranslations('te', ['late']);
  await vi.runAllTimersAsync();
  expect(translationsIn('te').size).toBe(0);
});
