import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, moment } from './columns.ts';
import { ownerId } from './users.ts';

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    tokenHash: bytea('token_hash').notNull().unique('sessions_token_hash_key'),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    /** `revoked`: ended by its owner or an administrator from another session. */
    endedReason: text('ended_reason', {
      enum: ['logout', 'inactive', 'password_changed', 'expired', 'revoked'],
    }),
    /** When the person last confirmed their identity, by the database's clock. */
    confirmedAt: moment('confirmed_at'),
    /** Null: a login with the credentials of the wallet. */
    openedBy: text('opened_by', { enum: ['link', 'provider'] }),
    /** The API key whose sign-in link opened the session. */
    openedWith: uuid('opened_with'),
    ip: text('ip'),
    userAgent: text('user_agent'),
  },
  (t) => [
    index('sessions_user_id_idx').on(t.userId).where(sql`${t.endedAt} IS NULL`),
    index('sessions_expires_at_idx').on(t.expiresAt),
    index('sessions_created_at_idx').on(t.userId, t.createdAt, t.id),
    index('sessions_opened_with_idx')
      .on(t.openedWith)
      .where(sql`${t.endedAt} IS NULL AND ${t.openedWith} IS NOT NULL`),
  ],
);

/** Links that sign a user in once. The token is in the link only. */
export const signInLinks = pgTable(
  'sign_in_links',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    apiKeyId: uuid('api_key_id').notNull(),
    /** The page to open after the login; null for the start page. */
    path: text('path'),
    /** By the database's clock. */
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    primaryKey({ name: 'sign_in_links_pkey', columns: [t.userId, t.id] }),
    index('sign_in_links_expires_at_idx').on(t.expiresAt),
  ],
);

export const loginThrottles = pgTable(
  'login_throttles',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    windowStartedAt: moment('window_started_at').notNull(),
    blockedUntil: moment('blocked_until'),
  },
  (t) => [index('login_throttles_window_idx').on(t.windowStartedAt)],
);

/** Keys that sign device cookies. The newest one signs; all of them verify. */
export const deviceKeys = pgTable('device_keys', {
  id: uuid('id').primaryKey().defaultRandom(),
  secret: bytea('secret')
    .notNull()
    .default(sql`uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())`),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
