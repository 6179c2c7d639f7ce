import type { TFunction } from 'i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { LimitKey, Limits, VerificationLevel } from '#contract/verification-limits/rules.ts';

export function levelLabels(t: TFunction): Record<VerificationLevel, string> {
  return {
    none: t('Not verified'),
    basic: t('Basic', { context: 'verification' }),
    full: t('Full', { context: 'verification' }),
  };
}

export function limitLabels(t: TFunction): Record<LimitKey, string> {
  return {
    depositTransactionPaise: t('Limit for one deposit'),
    depositDayPaise: t('Deposits per day'),
    depositMonthPaise: t('Deposits per month'),
    withdrawalTransactionPaise: t('Limit for one withdrawal'),
    withdrawalDayPaise: t('Withdrawals per day'),
    withdrawalMonthPaise: t('Withdrawals per month'),
  };
}

/** Returns the limits of a type of request on one line. */
export function limitsText(t: TFunction, limits: Limits, type: TransactionType): string {
  const [one, day, month] = [
    limits[`${type}TransactionPaise`],
    limits[`${type}DayPaise`],
    limits[`${type}MonthPaise`],
  ];
  const texts = [
    one !== null && t('{{amount}} at a time', { amount: formatRupees(one) }),
    day !== null && t('{{amount}} a day', { amount: formatRupees(day) }),
    month !== null && t('{{amount}} a month', { amount: formatRupees(month) }),
  ];
  return texts.filter(Boolean).join(' · ') || t('No limit');
}
