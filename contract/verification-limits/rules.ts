import type { ErrorCode } from '../shared/errors.ts';
import type { TransactionType } from '../transactions/rules.ts';

export const VERIFICATION_LEVELS = ['none', 'basic', 'full'] as const;
export type VerificationLevel = (typeof VERIFICATION_LEVELS)[number];

/** Limits of a verification level: days and months are Indian. */
export const LIMIT_KEYS = [
  'depositTransactionPaise',
  'depositDayPaise',
  'depositMonthPaise',
  'withdrawalTransactionPaise',
  'withdrawalDayPaise',
  'withdrawalMonthPaise',
] as const;
export type LimitKey = (typeof LIMIT_KEYS)[number];
/** Null: no limit. */
export type Limits = Record<LimitKey, number | null>;

export const NO_LIMITS: Limits = {
  depositTransactionPaise: null,
  depositDayPaise: null,
  depositMonthPaise: null,
  withdrawalTransactionPaise: null,
  withdrawalDayPaise: null,
  withdrawalMonthPaise: null,
};

export type LimitPeriod = 'transaction' | 'day' | 'month';

/** The amounts that a user can still deposit or withdraw; null: no limit. */
export interface RemainingLimits {
  perTransactionPaise: number | null;
  leftTodayPaise: number | null;
  leftThisMonthPaise: number | null;
}

export const limitErrors = {
  deposit: {
    transaction: 'DEPOSIT_ABOVE_LIMIT',
    day: 'DEPOSIT_DAY_LIMIT',
    month: 'DEPOSIT_MONTH_LIMIT',
  },
  withdrawal: {
    transaction: 'WITHDRAWAL_ABOVE_LIMIT',
    day: 'WITHDRAWAL_DAY_LIMIT',
    month: 'WITHDRAWAL_MONTH_LIMIT',
  },
} as const satisfies Record<TransactionType, Record<LimitPeriod, ErrorCode>>;

/**
 * Returns the limit of which least remains; undefined without limits. Of limits with the same rest, the one that lasts
 * longest.
 */
export function tightestLimit(
  left: RemainingLimits,
): { period: LimitPeriod; remainingPaise: number } | undefined {
  const remaining: [LimitPeriod, number | null][] = [
    ['transaction', left.perTransactionPaise],
    ['month', left.leftThisMonthPaise],
    ['day', left.leftTodayPaise],
  ];
  return remaining
    .flatMap(([period, paise]) => (paise === null ? [] : { period, remainingPaise: paise }))
    .sort((a, b) => a.remainingPaise - b.remainingPaise)[0];
}
