import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { SUSPENSION_REASONS } from '#contract/api-keys/rules.ts';
import { API_SCOPES } from '#contract/shared/enums.ts';
import { bytea, createdAt, moment, paise } from './columns.ts';
import { ownerId } from './users.ts';

export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    name: text('name').notNull(),
    scopes: text('scopes', { enum: API_SCOPES }).array().notNull(),
    secretHash: bytea('secret_hash').notNull().unique('api_keys_secret_hash_key'),
    lastFour: text('last_four').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at'),
    /** The most that the key may approve and adjust on one day (Asia/Kolkata); null for no limit. */
    dayPaise: paise('day_paise'),
    dayCommands: integer('day_commands'),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
    revokedBy: uuid('revoked_by'),
    /** Why the key is suspended until an administrator resumes it; null if it is not suspended. */
    suspensionReason: text('suspension_reason', { enum: SUSPENSION_REASONS }),
  },
  (t) => [
    index('api_keys_user_id_idx').on(t.userId),
    check('api_keys_revoked_check', sql`(${t.revokedAt} IS NULL) = (${t.revokedBy} IS NULL)`),
  ],
);

/** The use of a key with limits on one day (Asia/Kolkata). */
export const apiKeyDays = pgTable(
  'api_key_days',
  {
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    totalPaise: paise('total_paise').notNull(),
    commands: integer('commands').notNull(),
  },
  (t) => [primaryKey({ name: 'api_key_days_pkey', columns: [t.keyId, t.day] })],
);
