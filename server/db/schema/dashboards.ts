import { bigint, date, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { paise, paiseSum } from './columns.ts';
import { users } from './users.ts';

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

/** A few rows per statement avoid contention on totals. */
export const transactionTotalDeltas = pgTable('transaction_total_deltas', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  type: text('type').notNull(),
  status: text('status').notNull(),
  count: paise('count').notNull(),
  amountPaise: paiseSum('amount_paise').notNull(),
});

/** Without adjustments. Maintained by a trigger. */
export const userRequestCounts = pgTable('user_request_counts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  total: paise('total').notNull(),
  pending: paise('pending').notNull(),
});

/** By day of the approval (Asia/Kolkata). No foreign key: sums remain only as long as their transactions. */
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

export const dailyFlowDeltas = pgTable('daily_flow_deltas', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  day: date('day', { mode: 'string' }).notNull(),
  type: text('type').notNull(),
  sourceId: uuid('source_id'),
  count: paise('count').notNull(),
  amountPaise: paiseSum('amount_paise').notNull(),
});

/** By day of the decision (Asia/Kolkata). For rejections, with the English text of the canned reason. */
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

export const dailyDecisionDeltas = pgTable('daily_decision_deltas', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  day: date('day', { mode: 'string' }).notNull(),
  decidedBy: uuid('decided_by'),
  status: text('status').notNull(),
  reason: text('reason'),
  count: paise('count').notNull(),
});
