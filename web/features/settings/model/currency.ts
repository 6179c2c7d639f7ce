import type { Language } from '#contract/shared/enums.ts';
import { localeOf } from '#web/lib/i18n/languages.ts';

export type Currency = {
  code: string;
  symbol: string;
  name: string;
  position: 'prefix' | 'suffix';
  decimalPlaces: number;
};

/** Local storage keys and the settings they contain. */
export const AVAILABLE_KEY = 'availableCurrencies';
export const ACTIVE_KEY = 'activeCurrency';
export type CurrencySettings = { available: Currency[]; active: Currency };

export type Refusal = 'notSupported' | 'exists' | 'isActive' | 'isRupee' | 'malformed';
export type Change = { settings: CurrencySettings } | { refusal: Refusal };

export const RUPEE: Currency = {
  code: 'INR',
  symbol: '₹',
  name: 'Indian Rupee',
  position: 'prefix',
  decimalPlaces: 2,
};
const DOLLAR: Currency = { ...RUPEE, code: 'USD', symbol: '$', name: 'US Dollar' };
const EURO: Currency = { ...RUPEE, code: 'EUR', symbol: '€', name: 'Euro' };
const DEFAULT_AVAILABLE = [RUPEE, DOLLAR, EURO];

export const MAX_DECIMAL_PLACES = 4;
const MAX_CURRENCIES = 50;

/** Currency code of ISO 4217. */
const CODE = /^[A-Z]{3}$/;

function isCurrency(value: unknown): value is Currency {
  if (typeof value !== 'object' || value === null) return false;
  const { code, symbol, name, position, decimalPlaces } = value as Partial<Currency>; // validated in the return value
  return (
    typeof code === 'string' &&
    CODE.test(code) &&
    [symbol, name].every((text) => typeof text === 'string' && text !== '' && text.length <= 60) &&
    (position === 'prefix' || position === 'suffix') &&
    typeof decimalPlaces === 'number' &&
    Number.isInteger(decimalPlaces) &&
    decimalPlaces >= 0 &&
    decimalPlaces <= MAX_DECIMAL_PLACES
  );
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

/**
 * Parses the stored settings. The rupee is always available and the only active currency. Drops invalid and
 * duplicate entries.
 */
export function readCurrencies(available: string | null): CurrencySettings {
  const stored = parseJson(available);
  const listed: unknown[] = Array.isArray(stored) ? stored : DEFAULT_AVAILABLE;
  const others = listed.filter(isCurrency).filter(({ code }) => code !== RUPEE.code);
  const byCode = new Map(others.map((currency) => [currency.code, currency]));
  return { available: [RUPEE, ...byCode.values()].slice(0, MAX_CURRENCIES), active: RUPEE };
}

/** Adds a currency with an upper-case code. Refuses existing and invalid currencies. */
export function addCurrency(settings: CurrencySettings, typed: Currency): Change {
  const currency = {
    ...typed,
    code: typed.code.trim().toUpperCase(),
    symbol: typed.symbol.trim(),
    name: typed.name.trim(),
  };
  if (!isCurrency(currency)) return { refusal: 'malformed' };
  if (settings.available.some(({ code }) => code === currency.code)) return { refusal: 'exists' };
  return { settings: { ...settings, available: [...settings.available, currency] } };
}

/** Removes a currency. Refuses the rupee and the active currency. */
export function removeCurrency(settings: CurrencySettings, code: string): Change {
  if (code === settings.active.code) return { refusal: 'isActive' };
  if (code === RUPEE.code) return { refusal: 'isRupee' };
  const available = settings.available.filter((currency) => currency.code !== code);
  return { settings: { ...settings, available } };
}

/** Activates a currency. Refuses all currencies except the rupee. */
export function activateCurrency(settings: CurrencySettings, code: string): Change {
  if (code !== RUPEE.code) return { refusal: 'notSupported' };
  return { settings: { ...settings, active: RUPEE } };
}

/** Returns the name of a currency in a language, or its custom name. */
export function currencyName({ code, name }: Currency, language: Language): string {
  const nameIn = (other: Language) =>
    new Intl.DisplayNames(localeOf(other), { type: 'currency' }).of(code);
  return name === nameIn('en') ? (nameIn(language) ?? name) : name;
}

/** Returns a sample amount in a currency, such as `₹1,234.50`. */
export function sampleOf({ symbol, position, decimalPlaces }: Currency): string {
  const figures = new Intl.NumberFormat('en-IN', {
    minimumFractionDigits: decimalPlaces,
    maximumFractionDigits: decimalPlaces,
  }).format(1234.5);
  return position === 'prefix' ? `${symbol}${figures}` : `${figures} ${symbol}`;
}
