import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { limitErrors, tightestLimit } from '#contract/verification-limits/rules.ts';
import { useOwnLimits } from '../queries.ts';

/** The highest amount that the user's limits allow now, and the text about a higher one; undefined without limits. */
export type RequestLimit = { paise: number; text: string } | undefined;

export function useRequestLimit(type: TransactionType): RequestLimit {
  const { t } = useTranslation();
  const { data } = useOwnLimits();
  const tightest = data && tightestLimit(data[type]);
  if (!tightest) return undefined;
  const { period, remainingPaise } = tightest;
  const maximumPaise =
    period === 'day' ? data.limits[`${type}DayPaise`] : data.limits[`${type}MonthPaise`];
  const text = t(errorTable[limitErrors[type][period]].message, {
    remaining: formatRupees(remainingPaise),
    maximum: formatRupees(maximumPaise ?? remainingPaise),
  });
  return { paise: remainingPaise, text };
}
