import i18next from 'i18next';
import { getI18n } from 'react-i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { manifestIn } from '../../../scripts/manifests.ts';
import { formatNumber } from './numbers.ts';
import { cacheTranslations, translationsIn } from './translation-cache.ts';

const store = new Map<string, string>();
const attributes = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => store.set(key, value),
  removeItem: (key: string) => store.delete(key),
});
vi.stubGlobal('document', {
  documentElement: { lang: '' },
  querySelector: (selector: string) => ({
    setAttribute: (name: string, value: string) => attributes.set(`${selector} ${name}`, value),
  }),
});
const { changeLanguage, startI18n } = await import('./i18n.ts');
await startI18n();

beforeEach(async () => {
  await changeLanguage('en');
  store.clear();
});

describe('startI18n', () => {
  it('gives components an instance without own properties, which each of them would copy', async () => {
    expect(Object.keys(getI18n())).toEqual([]);
    await changeLanguage('te');
    expect(getI18n().language).toBe('te');
    expect(getI18n().t('Deposit')).toBe('డిపాజిట్');
  });
});

describe('changeLanguage', () => {
  it('applies the language to texts and document, and stores the choice', async () => {
    await changeLanguage('te');
    expect(i18next.t('Deposit')).toBe('డిపాజిట్');
    expect(document.documentElement.lang).toBe('te');
    expect(store.get('preferred_language')).toBe('te');
    expect(attributes.get('meta[name="description"] content')).toContain('పాస్‌బుక్');
    expect(attributes.get('link[rel="manifest"] href')).toBe('/manifest-te.webmanifest');
    await changeLanguage('en');
    expect(attributes.get('link[rel="manifest"] href')).toBe('/manifest.webmanifest');
  });

  it('uses the context to translate words that are identical in English', async () => {
    const words = () => [i18next.t('Deposit'), i18next.t('Deposit', { context: 'action' })];
    expect(words()).toEqual(['Deposit', 'Deposit']);
    await changeLanguage('hi');
    expect(words()).toEqual(['जमा', 'पैसे जमा करें']);
  });

  it('clears cached translations of the previous language', async () => {
    await changeLanguage('ta');
    cacheTranslations('ta', [['Shop', 'கடை']]);
    await changeLanguage('ta');
    expect(translationsIn('ta').size).toBe(1);
    await changeLanguage('kn');
    await changeLanguage('ta');
    expect(translationsIn('ta').size).toBe(0);
    expect(store.has('translation_cache')).toBe(false);
  });

  it('ends in the language chosen last, regardless of loading order', async () => {
    await changeLanguage('hi');
    await Promise.all([changeLanguage('ml'), changeLanguage('hi')]);
    expect(i18next.language).toBe('hi');
    expect(store.get('preferred_language')).toBe('hi');
  });
});

describe('startI18n', () => {
  it.each(['fr', 'TE', '', '__proto__'])(
    'ignores the unsupported stored language %j',
    async (stored) => {
      store.set('preferred_language', stored);
      await startI18n();
      expect(i18next.language).toBe('en');
    },
  );

  it('uses a supported stored language', async () => {
    store.set('preferred_language', 'kn');
    await startI18n();
    expect(i18next.language).toBe('kn');
  });
});

describe('formatNumber', () => {
  it('groups digits in the Indian format in every language, alone and inside a text', async () => {
    const written = [1234567, 999, 1000, -100000, 1234.5, 0].map(formatNumber);
    expect(written).toEqual(['12,34,567', '999', '1,000', '-1,00,000', '1,234.5', '0']);
    for (const language of LANGUAGES) {
      await changeLanguage(language);
      expect(i18next.t('Showing {{count}} transactions', { count: 1234567 })).toContain(
        '12,34,567',
      );
    }
  });
});

describe('manifestIn', () => {
  it('translates the name of the app into each language', () => {
    const names = LANGUAGES.map((language) => manifestIn(language, { id: '/' }));
    expect(names.map(({ short_name }) => short_name)).toEqual([
      'Wallet',
      'वॉलेट',
      'వాలెట్',
      'വാലറ്റ്',
      'வாலட்',
      'ವಾಲೆಟ್',
    ]);
    expect(names.map(({ lang, id }) => `${lang} ${id}`)).toEqual(
      LANGUAGES.map((language) => `${language} /`),
    );
  });
});
