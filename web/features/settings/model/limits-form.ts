import { formatAmount, parseRupees } from '#contract/shared/money.ts';
import {
  LIMIT_KEYS,
  type LimitKey,
  type Limits,
  NO_LIMITS,
} from '#contract/verification-limits/rules.ts';
import { stripCurrency } from '#web/lib/i18n/typed-amount.ts';

/** The typed limits; an empty field is no limit. */
export type LimitsForm = Record<LimitKey, string>;
export type LimitsProblems = Partial<Record<LimitKey, 'invalid'>>;

export function toLimitsForm(limits: Limits = NO_LIMITS): LimitsForm {
  const typed = LIMIT_KEYS.map((key) => {
    const paise = limits[key];
    return [key, paise === null ? '' : formatAmount(paise)];
  });
  return Object.fromEntries(typed) as LimitsForm; // An entry for each key.
}

/** Returns the typed limit in paise, null for none, and undefined for an invalid amount. */
function parseLimit(typed: string): number | null | undefined {
  return typed.trim() === '' ? null : parseRupees(stripCurrency(typed));
}

export function limitsProblems(form: LimitsForm): LimitsProblems {
  const invalid = LIMIT_KEYS.filter((key) => parseLimit(form[key]) === undefined);
  return Object.fromEntries(invalid.map((key) => [key, 'invalid']));
}

/** Returns the limits of a valid form. */
export function toLimits(form: LimitsForm): Limits {
  const parsed = LIMIT_KEYS.map((key) => [key, parseLimit(form[key]) ?? null]);
  return Object.fromEntries(parsed) as Limits; // An entry for each key.
}
