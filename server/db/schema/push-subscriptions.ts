import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, sealed } from './columns.ts';
import { ownerId } from './users.ts';

/** Browsers that show notifications of a person while the session is open in which they were switched on. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** The address at the browser's push service. Sending to it needs the key of the server. */
    endpoint: text('endpoint').notNull(),
    endpointHash: bytea('endpoint_hash').notNull(),
    /** The browser's public key and its shared secret (RFC 8291), in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The public key of the server that the browser accepts messages from. */
    serverKey: text('server_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'push_subscriptions_pkey', columns: [t.userId, t.id] }),
    uniqueIndex('push_subscriptions_endpoint_key').on(t.userId, t.endpointHash),
    index('push_subscriptions_endpoint_idx').on(t.endpointHash),
  ],
);

/** One row: the key pair with which the servers sign messages to push services (RFC 8292). */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: integer('id').primaryKey().default(1),
    publicKey: text('public_key').notNull(),
    privateKey: sealed('private_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('push_keys_single_check', sql`${t.id} = 1`)],
);
