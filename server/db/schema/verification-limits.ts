import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { VERIFICATION_LEVELS } from '#contract/verification-limits/rules.ts';
import { paise } from './columns.ts';

/** Null, or a missing row: no limit. */
export const verificationLimits = pgTable(
  'verification_limits',
  {
    level: text('level', { enum: [...VERIFICATION_LEVELS] }).primaryKey(),
    depositTransactionPaise: paise('deposit_transaction_paise'),
    depositDayPaise: paise('deposit_day_paise'),
    depositMonthPaise: paise('deposit_month_paise'),
    withdrawalTransactionPaise: paise('withdrawal_transaction_paise'),
    withdrawalDayPaise: paise('withdrawal_day_paise'),
    withdrawalMonthPaise: paise('withdrawal_month_paise'),
  },
  (t) => [check('verification_limits_level_check', sql`${t.level} IN ('none', 'basic', 'full')`)],
);
