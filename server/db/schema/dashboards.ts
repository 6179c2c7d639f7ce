import { bigint, date, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { paise, paiseSum } from './columns.ts';
import { users } from './users.ts';

/** Counts and sums of transactions by type and status, rolled up from `transaction_total_deltas`. */
export const transactionTotals = pgTable(
  'transaction_totals',
  {
    type: text('type').notNull(),
    status: text('status').notNull(),
    count: paise('count').notNull(),
    amountPaise: paiseSum('amount_paise').notNull(),
  },
  (t) => [primaryKey({ name: 'transaction_totals_pkey', columns: [t.type, t.status] })],
);

/** Deltas added by a trigger on `transactions`, a few rows per statement, which avoids contention on totals. */
export const transactionTotalDeltas = pgTable('transaction_total_deltas', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  type: text('type').notNull(),
  status: text('status').notNull(),
  count: paise('count').notNull(),
  amountPaise: paiseSum('amount_paise').notNull(),
});

/** Counts of transactions on a user's dashboard, without adjustments. Maintained by a trigger. */
export const userRequestCounts = pgTable('user_request_counts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  total: paise('total').notNull(),
  pending: paise('pending').notNull(),
});

/**
 * Approved amounts by day of the approval (Asia/Kolkata), type and deposit source, rolled up from `daily_flow_deltas`.
 * There is no foreign key: sums remain only as long as their transactions.
 */
export const dailyFlows = pgTable(
  'daily_flows',
  {
    day: date('day', { mode: 'string' }).notNull(),
    type: text('type').notNull(),
    sourceId: uuid('source_id'),
    count: paise('count').notNull(),
    amountPaise: paiseSum('amount_paise').notNull(),
  },
  (t) => [
    unique('daily_flows_day_type_source_key').on(t.day, t.type, t.sourceId).nullsNotDistinct(),
  ],
);

/** Deltas added by a trigger on `transactions`, one row each, which avoids contention on daily sums. */
export const dailyFlowDeltas = pgTable('daily_flow_deltas', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  day: date('day', { mode: 'string' }).notNull(),
  type: text('type').notNull(),
  sourceId: uuid('source_id'),
  count: paise('count').notNull(),
  amountPaise: paiseSum('amount_paise').notNull(),
});

/**
 * Counts of decided requests by day of the decision (Asia/Kolkata), administrator, outcome and, for rejections, the
 * English text of the canned reason. Rolled up from `daily_decision_deltas`.
 */
export const dailyDecisions = pgTable(
  'daily_decisions',
  {
    day: date('day', { mode: 'string' }).notNull(),
    decidedBy: uuid('decided_by'),
    status: text('status').notNull(),
    reason: text('reason'),
    count: paise('count').notNull(),
  },
  (t) => [
    unique('daily_decisions_key').on(t.day, t.decidedBy, t.status, t.reason).nullsNotDistinct(),
  ],
);

/** Deltas added by a trigger on `transactions`, one row each, which avoids contention on daily counts. */
export const dailyDecisionDeltas = pgTable('daily_decision_deltas', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  day: date('day', { mode: 'string' }).notNull(),
  decidedBy: uuid('decided_by'),
  status: text('status').notNull(),
  reason: text('reason'),
  count: paise('count').notNull(),
});
