import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { REASON_KINDS } from '#contract/review/rules.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import { bytea, createdAt, moment } from './columns.ts';

export const decisionRequests = pgTable(
  'decision_requests',
  {
    decidedBy: uuid('decided_by').notNull(),
    requestKey: uuid('request_key').notNull(),
    fingerprint: bytea('fingerprint').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ name: 'decision_requests_pkey', columns: [t.decidedBy, t.requestKey] })],
);

/** Deferred decisions that can still be undone. The lock of the transaction's row guards each of them. */
export const waitingDecisions = pgTable(
  'waiting_decisions',
  {
    userId: uuid('user_id').notNull(),
    transactionId: uuid('transaction_id').notNull(),
    decidedBy: uuid('decided_by').notNull(),
    sessionId: uuid('session_id').notNull(),
    ip: text('ip').notNull(),
    decision: text('decision', { enum: ['approved', 'rejected'] }).notNull(),
    notes: text('notes'),
    sourceId: uuid('source_id'),
    reasonId: uuid('reason_id'),
    /** The receipt when the decision was made: the decision is not executed after it was replaced. */
    receiptUrl: text('receipt_url'),
    /** Approved requests with the same receipt that the reviewer confirmed. */
    confirmedDuplicateIds: uuid('confirmed_duplicate_ids').array(),
    requestKey: uuid('request_key').notNull(),
    /** This and the following times are the database's. */
    askedAt: moment('asked_at').notNull(),
    dueAt: moment('due_at').notNull(),
    /** The end of the lease of the server that executes the decision. */
    takenUntil: moment('taken_until'),
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'waiting_decisions_pkey', columns: [t.userId, t.transactionId] })],
);

/** Canned reasons of rejections and of balance adjustments. */
export const rejectionReasons = pgTable('rejection_reasons', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: REASON_KINDS }).notNull().default('rejection'),
  texts: jsonb('texts').$type<ReasonTexts>().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
});

/** Which reviewer is working on a pending request (one per reviewer and type). Times are the database's. */
export const requestClaims = pgTable('request_claims', {
  transactionId: uuid('transaction_id').primaryKey(),
  claimedBy: uuid('claimed_by').notNull(),
  claimedAt: moment('claimed_at').notNull(),
  claimedUntil: moment('claimed_until').notNull(),
});
