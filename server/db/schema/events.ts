import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt, xid8 } from './columns.ts';

/**
 * The outbox. Events are written in the transaction of their change and read in order of `id`, below the locks of open
 * writers (trigger `mark_event_writer`). The index on `xid` is for servers of the previous version.
 */
export const events = pgTable(
  'events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: xid8('xid').notNull().default(sql`pg_current_xact_id()`),
    userId: uuid('user_id'),
    forAdmins: boolean('for_admins').notNull(),
    forEveryone: boolean('for_everyone').notNull().default(false),
    payload: jsonb('payload').$type<object>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('events_xid_idx').on(t.xid, t.id), index('events_created_at_idx').on(t.createdAt)],
);
