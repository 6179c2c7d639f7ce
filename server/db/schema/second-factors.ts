import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, moment, sealed, userIdIn } from './columns.ts';
import { users } from './users.ts';

const owner = () =>
  userIdIn('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Authenticator apps. A person has one that is confirmed, and one that waits for its first code. */
export const authenticators = pgTable(
  'authenticators',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    secret: sealed('secret').notNull(),
    createdAt: createdAt(),
    confirmedAt: moment('confirmed_at'),
    /** Number of the last 30-second step whose code was used. Codes up to it are refused. */
    lastUsedStep: bigint('last_used_step', { mode: 'number' }).notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [
    primaryKey({ name: 'authenticators_pkey', columns: [t.userId, t.id] }),
    uniqueIndex('authenticators_confirmed_key')
      .on(t.userId)
      .where(sql`${t.confirmedAt} IS NOT NULL`),
    uniqueIndex('authenticators_pending_key').on(t.userId).where(sql`${t.confirmedAt} IS NULL`),
  ],
);

/** A code has 80 random bits, so that a hash without a key cannot be guessed. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: owner(),
    codeHash: bytea('code_hash').notNull(),
    createdAt: createdAt(),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ name: 'recovery_codes_pkey', columns: [t.userId, t.codeHash] })],
);

export const passkeys = pgTable(
  'passkeys',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    credentialId: bytea('credential_id').notNull(),
    /** In COSE format. */
    publicKey: bytea('public_key').notNull(),
    signCount: bigint('sign_count', { mode: 'number' }).notNull(),
    /** Separated by spaces. */
    transports: text('transports').notNull(),
    name: text('name').notNull(),
    /** Whether the device's maker may copy it to other devices, and whether it has done so. */
    isSyncable: boolean('is_syncable').notNull(),
    isBackedUp: boolean('is_backed_up').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [
    primaryKey({ name: 'passkeys_pkey', columns: [t.userId, t.id] }),
    uniqueIndex('passkeys_credential_key').on(t.userId, t.credentialId),
    check('passkeys_name_check', sql`length(${t.name}) BETWEEN 1 AND 60`),
    check('passkeys_credential_check', sql`length(${t.credentialId}) BETWEEN 1 AND 1023`),
  ],
);

/** Used challenges, until they expire, so that each is used once. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    hash: bytea('hash').primaryKey(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('used_challenges_expires_at_idx').on(t.expiresAt)],
);
