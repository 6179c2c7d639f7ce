import { describe, expect, it } from 'vitest';
import {
  activateCurrency,
  addCurrency,
  currencyName,
  RUPEE,
  readCurrencies,
  removeCurrency,
  sampleOf,
} from './currency.ts';

const defaults = readCurrencies(null);
const codesOf = (settings: { available: { code: string }[] }) =>
  settings.available.map(({ code }) => code);
const yen = {
  code: 'JPY',
  symbol: '¥',
  name: 'Yen',
  position: 'prefix',
  decimalPlaces: 0,
} as const;

describe('readCurrencies', () => {
  it('returns an active rupee, dollar and euro if nothing is stored', () => {
    expect(codesOf(defaults)).toEqual(['INR', 'USD', 'EUR']);
    expect(defaults.active).toEqual(RUPEE);
  });

  it.each(['', '{', '7', '{"code":"USD"}', '"USD"'])('returns the defaults for %j', (stored) => {
    expect(readCurrencies(stored)).toEqual(defaults);
  });

  it('drops invalid and duplicate currencies and a changed rupee', () => {
    const stored = [{ ...RUPEE, symbol: 'X' }, yen, yen, { ...yen, code: 'yen' }, null, 'USD'];
    expect(readCurrencies(JSON.stringify(stored)).available).toEqual([RUPEE, yen]);
  });
});

describe('addCurrency', () => {
  it('adds a currency at the end, with an upper-case code', () => {
    const change = addCurrency(defaults, { ...yen, code: ' jpy ' });
    expect(change).toEqual({ settings: { ...defaults, available: [...defaults.available, yen] } });
  });

  it('rejects an existing code', () => {
    expect(addCurrency(defaults, { ...yen, code: 'usd' })).toEqual({ refusal: 'exists' });
  });

  it.each([{ code: 'YE' }, { symbol: ' ' }, { name: '' }, { decimalPlaces: 9 }])(
    'rejects an invalid currency: %j',
    (part) => expect(addCurrency(defaults, { ...yen, ...part })).toEqual({ refusal: 'malformed' }),
  );
});

describe('removeCurrency', () => {
  it('removes an inactive currency', () => {
    const change = removeCurrency(defaults, 'USD');
    expect('settings' in change && codesOf(change.settings)).toEqual(['INR', 'EUR']);
  });

  it('rejects removing the active currency, and the rupee always', {
    tags: 'section-5',
  }, () => {
    expect(removeCurrency(defaults, 'INR')).toEqual({ refusal: 'isActive' });
    expect(removeCurrency({ ...defaults, active: yen }, 'INR')).toEqual({ refusal: 'isRupee' });
  });
});

describe('activateCurrency', () => {
  it('accepts only the rupee', () => {
    expect(activateCurrency(defaults, 'INR')).toEqual({ settings: defaults });
    expect(activateCurrency(defaults, 'USD')).toEqual({ refusal: 'notSupported' });
  });
});

describe('sampleOf', () => {
  it('formats symbol, position and decimals', () => {
    expect(sampleOf(RUPEE)).toBe('₹1,234.50');
    expect(sampleOf({ ...yen, position: 'suffix', decimalPlaces: 1 })).toBe('1,234.5 ¥');
  });
});

describe('currencyName', () => {
  it('returns the name in the language, or the custom name', () => {
    expect(currencyName(RUPEE, 'hi')).toBe('भारतीय रुपया');
    expect(currencyName({ ...RUPEE, code: 'USD', name: 'US Dollar' }, 'te')).toBe('అమెరికా డాలర్');
    expect(currencyName({ ...RUPEE, code: 'XTS', name: 'Points' }, 'te')).toBe('Points');
    expect(currencyName(RUPEE, 'en')).toBe('Indian Rupee');
  });
});
