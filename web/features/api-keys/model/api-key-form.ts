import {
  API_KEY_DAYS,
  DEFAULT_API_KEY_DAYS,
  MAX_API_KEY_DAY_COMMANDS,
  MAX_API_KEY_DAY_PAISE,
} from '#contract/api-keys/rules.ts';
import type { ApiKeyForm } from '#contract/api-keys/schema.ts';
import type { ApiScope } from '#contract/shared/enums.ts';
import { parseRupees } from '#contract/shared/money.ts';
import { stripCurrency } from '#web/lib/i18n/typed-amount.ts';

/** Lifetime in days, as an option of the form. */
export type Lifetime = `${(typeof API_KEY_DAYS)[number]}`;

export type ApiKeyFields = {
  name: string;
  scopes: ApiScope[];
  lifetime: Lifetime;
  dayAmount: string;
  dayCommands: string;
};
export type ApiKeyProblems = { name: true; scopes: true; dayAmount: true; dayCommands: true };

export function initialFields(): ApiKeyFields {
  const lifetime = `${DEFAULT_API_KEY_DAYS}` as const;
  return { name: '', scopes: [], lifetime, dayAmount: '', dayCommands: '' };
}

export function findProblems(fields: ApiKeyFields): Partial<ApiKeyProblems> {
  return {
    ...(fields.name.trim() === '' && { name: true }),
    ...(fields.scopes.length === 0 && { scopes: true }),
    ...(dayPaiseOf(fields) === undefined && { dayAmount: true }),
    ...(dayCommandsOf(fields) === undefined && { dayCommands: true }),
  };
}

/** Converts the form fields to the procedure's input. */
export function toForm(fields: ApiKeyFields): ApiKeyForm {
  const { name, scopes, lifetime } = fields;
  const days = API_KEY_DAYS.find((each) => String(each) === lifetime) ?? DEFAULT_API_KEY_DAYS;
  const limits = {
    dayPaise: dayPaiseOf(fields) ?? null,
    dayCommands: dayCommandsOf(fields) ?? null,
  };
  return { name, scopes, days, ...limits };
}

/** Returns null for no limit, undefined for a text that is no limit. */
function dayPaiseOf({ dayAmount }: ApiKeyFields): number | null | undefined {
  if (dayAmount.trim() === '') return null;
  return within(parseRupees(stripCurrency(dayAmount)), MAX_API_KEY_DAY_PAISE);
}

function dayCommandsOf({ dayCommands }: ApiKeyFields): number | null | undefined {
  const typed = dayCommands.trim();
  if (typed === '') return null;
  return /^\d{1,9}$/.test(typed) ? within(Number(typed), MAX_API_KEY_DAY_COMMANDS) : undefined;
}

function within(value: number | undefined, maximum: number): number | undefined {
  return value !== undefined && value >= 1 && value <= maximum ? value : undefined;
}
