import { sql } from 'drizzle-orm';
import { bigint, boolean, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt, xid8 } from './columns.ts';

/**
 * The outbox. Events are written in the transaction of their change and read in order of `id`, below the locks of open
 * writers (trigger `mark_event_writer`). It has no index but that of its key, because every command writes it.
 */
export const events = pgTable('events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  xid: xid8('xid').notNull().default(sql`pg_current_xact_id()`),
  userId: uuid('user_id'),
  forAdmins: boolean('for_admins').notNull(),
  forEveryone: boolean('for_everyone').notNull().default(false),
  payload: jsonb('payload').$type<object>().notNull(),
  createdAt: createdAt(),
});
