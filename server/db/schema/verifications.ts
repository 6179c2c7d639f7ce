import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  DOCUMENT_KINDS,
  REQUESTABLE_LEVELS,
  VERIFICATION_STATES,
} from '#contract/verifications/rules.ts';
import { createdAt, moment } from './columns.ts';
import { ownerId } from './users.ts';

/** Requests of users for a verification level. */
export const verificationRequests = pgTable(
  'verification_requests',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    /** The requested level. After a grant, the granted one. */
    level: text('level', { enum: [...REQUESTABLE_LEVELS] }).notNull(),
    state: text('state', { enum: [...VERIFICATION_STATES] })
      .notNull()
      .default('waiting'),
    reason: text('reason'),
    createdAt: createdAt(),
    decidedAt: moment('decided_at'),
    decidedBy: uuid('decided_by'),
    /** When the images of its documents were deleted. */
    erasedAt: moment('erased_at'),
  },
  (t) => [
    primaryKey({ name: 'verification_requests_pkey', columns: [t.userId, t.id] }),
    uniqueIndex('verification_requests_waiting_key')
      .on(t.userId)
      .where(sql`${t.state} = 'waiting'`),
    index('verification_requests_queue_idx')
      .on(t.createdAt, t.id)
      .where(sql`${t.state} = 'waiting'`),
    index('verification_requests_ended_idx').on(t.decidedAt, t.id),
    index('verification_requests_kept_idx')
      .on(t.decidedAt)
      .where(sql`${t.erasedAt} IS NULL AND ${t.decidedAt} IS NOT NULL`),
    check('verification_requests_level_check', sql`${t.level} IN ('basic', 'full')`),
    check(
      'verification_requests_state_check',
      sql`${t.state} IN ('waiting', 'granted', 'rejected', 'withdrawn')`,
    ),
    check(
      'verification_requests_decided_check',
      sql`(${t.state} = 'waiting') = (${t.decidedAt} IS NULL)`,
    ),
  ],
);

/** Documents of users. The image is the file with the same id; the row outlives it. */
export const verificationDocuments = pgTable(
  'verification_documents',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    /** Null until the user sends the document for review. */
    requestId: uuid('request_id'),
    kind: text('kind', { enum: [...DOCUMENT_KINDS] }).notNull(),
    /** The last four characters of the entered number. */
    lastFour: text('last_four'),
    createdAt: createdAt(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    primaryKey({ name: 'verification_documents_pkey', columns: [t.userId, t.id] }),
    foreignKey({
      name: 'verification_documents_request_fkey',
      columns: [t.userId, t.requestId],
      foreignColumns: [verificationRequests.userId, verificationRequests.id],
    }).onDelete('cascade'),
    index('verification_documents_request_idx').on(t.userId, t.requestId),
    index('verification_documents_unsent_idx').on(t.createdAt).where(sql`${t.requestId} IS NULL`),
    check(
      'verification_documents_kind_check',
      sql`${t.kind} IN ('pan', 'aadhaar', 'address', 'selfie', 'other')`,
    ),
    check('verification_documents_last_four_check', sql`length(${t.lastFour}) = 4`),
  ],
);
