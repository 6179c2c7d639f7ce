import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CLOSURE_STATES } from '#contract/closures/rules.ts';
import { createdAt, moment } from './columns.ts';
import { ownerId } from './users.ts';

/** Requests of users to close their accounts. The deletion of the account deletes them. */
export const closureRequests = pgTable(
  'closure_requests',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    state: text('state', { enum: CLOSURE_STATES }).notNull(),
    reason: text('reason').notNull(),
    refusalReason: text('refusal_reason'),
    endedAt: moment('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'closure_requests_pkey', columns: [t.userId, t.id] }),
    uniqueIndex('closure_requests_one_open_key').on(t.userId).where(sql`${t.state} = 'open'`),
    index('closure_requests_open_idx').on(t.createdAt, t.id).where(sql`${t.state} = 'open'`),
    check('closure_requests_state_check', sql`${t.state} IN ('open', 'withdrawn', 'refused')`),
  ],
);
