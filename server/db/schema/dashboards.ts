import { sql } from 'drizzle-orm';
import { bigint, date, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, paise, paiseSum } from './columns.ts';
import { users } from './users.ts';

/**
 * What statements on `transactions` changed, for the projections of `server/db/projections.ts`: a row for each group of equal
 * transactions, with their number and amount before (negative) and after. Written by triggers; rows that every projection has
 * read are pruned, but for the newest.
 */
export const transactionChanges = pgTable('transaction_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  writtenAt: moment('written_at').notNull().default(sql`clock_timestamp()`),
  type: text('type').notNull(),
  status: text('status').notNull(),
  /** Of approved transactions. */
  approvedOn: date('approved_on', { mode: 'string' }),
  sourceId: uuid('source_id'),
  /** Of decided requests: no adjustments, and none that their owners cancelled. */
  decidedOn: date('decided_on', { mode: 'string' }),
  decidedBy: uuid('decided_by'),
  reason: text('reason'),
  count: paise('count').notNull(),
  amountPaise: paiseSum('amount_paise').notNull(),
});

/** Up to which change each projection has been made. Its row lock lets only one server continue it. */
export const projections = pgTable('projections', {
  name: text('name').primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull().default(0),
});

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

/** The tables of deltas are empty. Only the previous version wrote them. */
export const transactionTotalDeltas = pgTable('transaction_total_deltas', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  type: text('type').notNull(),
  status: text('status').notNull(),
  count: paise('count').notNull(),
  amountPaise: paiseSum('amount_paise').notNull(),
});

/** A user's requests without adjustments. Maintained by a trigger; the view `user_request_counts` adds the pending ones. */
export const userRequestTotals = pgTable('user_request_totals', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  total: paise('total').notNull(),
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
