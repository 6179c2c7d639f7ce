import { keyIdOf, type Secrets } from '#server/base/secrets.ts';
import type { Database, Query } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { createKeyPair, type PushKey } from '#server/platform/secrets/push-key.ts';
import { findPushKey, insertPushKey, replacePrivateKey } from './push-keys.queries.ts';

/** A private key can be opened only in its own row. */
const PLACE = 'push_keys/1';

const known = new WeakMap<Database, PushKey>();

/**
 * Returns the key pair that signs messages to push services, which is in the database and created at the first use. Undefined if
 * this server sends none, or lacks the SECRET_KEY that encrypts it.
 */
export async function getPushKey({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<PushKey | undefined> {
  if (!config.sendsEvents) return undefined;
  const cached = known.get(db);
  if (cached) return cached;
  const key = await readPushKey(db);
  if (key) known.set(db, key);
  return key;
}

async function readPushKey({
  query,
  secrets,
}: Pick<Database, 'query' | 'secrets'>): Promise<PushKey | undefined> {
  const stored = await findPushKey(query);
  if (!stored) {
    await insertPushKey(query, createPushKey(secrets));
    return readPushKey({ query, secrets });
  }
  const privateKey = open(secrets, textOf(stored.privateKey));
  return privateKey === undefined ? undefined : { publicKey: stored.publicKey, privateKey };
}

function createPushKey(secrets: Secrets): PushKey {
  const { publicKey, privateKey } = createKeyPair();
  // Without a SECRET_KEY it is stored as it is, like the keys that sign cookies.
  const isSealable = secrets.currentKeyId !== undefined && !secrets.isLocked;
  return { publicKey, privateKey: isSealable ? secrets.seal(privateKey, PLACE) : privateKey };
}

function open(secrets: Secrets, stored: string): string | undefined {
  return keyIdOf(stored) === undefined ? stored : secrets.open(stored, PLACE);
}

/** Encrypts the private key with the current key. Returns how many were sealed, changed meanwhile, or could not be read. */
export async function resealPushKey({
  query,
  secrets,
}: {
  query: Query;
  secrets: Secrets;
}): Promise<{ sealed: number; left: number; unreadable: number }> {
  const none = { sealed: 0, left: 0, unreadable: 0 };
  const stored = await findPushKey(query);
  const before = stored && textOf(stored.privateKey);
  if (before === undefined || keyIdOf(before) === secrets.currentKeyId) return none;
  const plain = open(secrets, before);
  if (plain === undefined) return { ...none, unreadable: 1 };
  const privateKey = secrets.seal(plain, PLACE);
  const isReplaced = await replacePrivateKey(query, { privateKey, before });
  return { ...none, [isReplaced ? 'sealed' : 'left']: 1 };
}

const textOf = (stored: unknown) => String(stored);
