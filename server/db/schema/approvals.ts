import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { APPROVABLE_COMMANDS, APPROVAL_STATES } from '#contract/approvals/rules.ts';
import { APPROVAL_KINDS } from '#contract/shared/enums.ts';
import type { Permission } from '#contract/shared/permissions.ts';
import { bytea, createdAt, moment, paise } from './columns.ts';

/**
 * The versions of each rule, append-only: the newest version of a kind is in force. The migration inserts the first
 * ones. `wallet verify` compares decisions with the version that was in force.
 */
export const approvalRules = pgTable(
  'approval_rules',
  {
    kind: text('kind', { enum: APPROVAL_KINDS }).notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    /** The rule applies above this amount; null: always. */
    thresholdPaise: paise('threshold_paise'),
    approvals: integer('approvals').notNull(),
    isActive: boolean('is_active').notNull(),
    /** From this time on `wallet verify` expects decisions to follow this version. */
    inForceSince: moment('in_force_since').notNull(),
  },
  (t) => [
    primaryKey({ name: 'approval_rules_pkey', columns: [t.kind, t.seq] }),
    check('approval_rules_approvals_check', sql`${t.approvals} BETWEEN 1 AND 3`),
  ],
);

/** The credential with which a command was sent. */
export interface MakerCredential {
  kind: 'session' | 'apiKey';
  id: string;
  label?: string;
  ip: string;
  /** The permission that the command needs. */
  permission?: Permission | undefined;
}

/** Commands that wait for confirmations of other administrators. A trigger makes an ended request final. */
export const approvalRequests = pgTable(
  'approval_requests',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: APPROVAL_KINDS }).notNull(),
    command: text('command', { enum: APPROVABLE_COMMANDS }).notNull(),
    /** Null as soon as the request has ended: it may contain the hash of a password. */
    input: jsonb('input').$type<Record<string, unknown>>(),
    /** Checksum of the command and its input. */
    fingerprint: bytea('fingerprint').notNull(),
    /** Null: an operator on the server's command line. */
    makerId: uuid('maker_id'),
    makerCredential: jsonb('maker_credential').$type<MakerCredential>(),
    requestKey: uuid('request_key'),
    concernedId: uuid('concerned_id'),
    targetId: text('target_id').notNull(),
    amountPaise: paise('amount_paise'),
    reason: text('reason'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    before: jsonb('before').$type<object>(),
    after: jsonb('after').$type<object>(),
    needed: integer('needed').notNull(),
    state: text('state', { enum: APPROVAL_STATES }).notNull().default('waiting'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    endedBy: uuid('ended_by'),
    refusal: text('refusal'),
    failure: text('failure'),
    /** When the personal data of a deleted account was erased from the ended request. */
    erasedAt: moment('erased_at'),
  },
  (t) => [
    uniqueIndex('approval_requests_waiting_key')
      .on(sql`coalesce(${t.makerId}, '00000000-0000-0000-0000-000000000000')`, t.fingerprint)
      .where(sql`${t.state} = 'waiting'`),
    index('approval_requests_request_key_idx').on(t.makerId, t.requestKey, t.targetId),
    index('approval_requests_waiting_idx').on(t.createdAt, t.id).where(sql`${t.state} = 'waiting'`),
    index('approval_requests_waiting_target_idx').on(t.targetId).where(sql`${t.state} = 'waiting'`),
    index('approval_requests_expires_idx').on(t.expiresAt).where(sql`${t.state} = 'waiting'`),
    index('approval_requests_concerned_idx').on(t.concernedId),
    index('approval_requests_new_user_idx')
      .on(t.targetId)
      .where(sql`${t.command} = 'users.create'`),
    index('approval_requests_ended_idx').on(t.endedAt, t.id).where(sql`${t.state} <> 'waiting'`),
    check(
      'approval_requests_state_check',
      sql`${t.state} IN ('waiting', 'confirmed', 'refused', 'withdrawn', 'expired', 'failed')`,
    ),
    check(
      'approval_requests_ended_check',
      sql`(${t.state} = 'waiting') = (${t.endedAt} IS NULL) AND (${t.state} = 'waiting') = (${t.input} IS NOT NULL)`,
    ),
  ],
);

/** Append-only. The confirmations of requests by administrators other than their makers. */
export const approvalConfirmations = pgTable(
  'approval_confirmations',
  {
    requestId: uuid('request_id')
      .notNull()
      .references(() => approvalRequests.id),
    confirmedBy: uuid('confirmed_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'approval_confirmations_pkey', columns: [t.requestId, t.confirmedBy] }),
  ],
);
