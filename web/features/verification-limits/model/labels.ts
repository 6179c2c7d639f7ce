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
  const texts = [
    [limits[`${type}TransactionPaise`], '{{amount}} at a time'],
    [limits[`${type}DayPaise`], '{{amount}} a day'],
    [limits[`${type}MonthPaise`], '{{amount}} a month'],
  ] as const;
  const said = texts.flatMap(([paise, text]) =>
    paise === null ? [] : t(text, { amount: formatRupees(paise) }),
  );
  return said.join(' · ') || t('No limit');
}
