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
  it('starts with the rupee active, and dollar and euro listed', () => {
    expect(codesOf(defaults)).toEqual(['INR', 'USD', 'EUR']);
    expect(defaults.active).toEqual(RUPEE);
  });

  it.each(['', '{', '7', '{"code":"USD"}', '"USD"'])('returns the defaults for %j', (stored) => {
    expect(readCurrencies(stored)).toEqual(defaults);
  });

  it('leaves out what is no currency, doubles and another rupee', () => {
    const stored = [{ ...RUPEE, symbol: 'X' }, yen, yen, { ...yen, code: 'yen' }, null, 'USD'];
    expect(readCurrencies(JSON.stringify(stored)).available).toEqual([RUPEE, yen]);
  });
});

describe('addCurrency', () => {
  it('adds a new one last, its code in capitals', () => {
    const change = addCurrency(defaults, { ...yen, code: ' jpy ' });
    expect(change).toEqual({ settings: { ...defaults, available: [...defaults.available, yen] } });
  });

  it('refuses a code that is there', () => {
    expect(addCurrency(defaults, { ...yen, code: 'usd' })).toEqual({ refusal: 'exists' });
  });

  it.each([{ code: 'YE' }, { symbol: ' ' }, { name: '' }, { decimalPlaces: 9 }])(
    'refuses what is no currency: %j',
    (part) => expect(addCurrency(defaults, { ...yen, ...part })).toEqual({ refusal: 'malformed' }),
  );
});

describe('removeCurrency', () => {
  it('removes another', () => {
    const change = removeCurrency(defaults, 'USD');
    expect('settings' in change && codesOf(change.settings)).toEqual(['INR', 'EUR']);
  });

  it('refuses the active one, and the rupee even if another were active', {
    tags: 'section-5',
  }, () => {
    expect(removeCurrency(defaults, 'INR')).toEqual({ refusal: 'isActive' });
    expect(removeCurrency({ ...defaults, active: yen }, 'INR')).toEqual({ refusal: 'isRupee' });
  });
});

describe('activateCurrency', () => {
  it('takes the rupee alone', () => {
    expect(activateCurrency(defaults, 'INR')).toEqual({ settings: defaults });
    expect(activateCurrency(defaults, 'USD')).toEqual({ refusal: 'notSupported' });
  });
});

describe('sampleOf', () => {
  it('shows symbol, place and decimals', () => {
    expect(sampleOf(RUPEE)).toBe('₹1,234.50');
    expect(sampleOf({ ...yen, position: 'suffix', decimalPlaces: 1 })).toBe('1,234.5 ¥');
  });
});

describe('currencyName', () => {
  it('is that of the language, unless the currency was given one of its own', () => {
    expect(currencyName(RUPEE, 'hi')).toBe('भारतीय रुपया');
    expect(currencyName({ ...RUPEE, code: 'USD', name: 'US Dollar' }, 'te')).toBe('అమెరికా డాలర్');
    expect(currencyName({ ...RUPEE, code: 'XTS', name: 'Points' }, 'te')).toBe('Points');
    expect(currencyName(RUPEE, 'en')).toBe('Indian Rupee');
  });
});
