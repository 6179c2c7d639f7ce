import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { users } from './users.ts';

export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['receipts', 'qr-codes', 'avatars', 'banner-images'] }).notNull(),
    userId: uuid('user_id'),
    storageKey: text('storage_key').notNull(),
    contentType: text('content_type').notNull(),
    byteSize: integer('byte_size').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('files_user_id_idx').on(t.userId, t.kind),
    index('files_receipt_hash_idx').on(t.sha256).where(sql`${t.kind} = 'receipts'`),
    check(
      'files_kind_check',
      sql`${t.kind} IN ('receipts', 'qr-codes', 'avatars', 'banner-images')`,
    ),
  ],
);

/** The total size of a user's own images, maintained by `insertFile` and `deleteFiles`. */
export const storedBytes = pgTable('stored_bytes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});

/** Downloads of personal data by its owner, kept until the end of their Indian day, so that they can be limited. */
export const ownExports = pgTable(
  'own_exports',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    file: text('file').notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [primaryKey({ name: 'own_exports_pkey', columns: [t.userId, t.id] })],
);
