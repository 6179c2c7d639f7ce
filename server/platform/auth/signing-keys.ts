import type { Database, Query } from '../../db/database.ts';
import { bytes, selectValues } from '../../db/selection.ts';

/** Interval for reading the keys again: another server or an operator may have changed them. */
const READ_EVERY_MS = 15 * 60_000;

interface Read {
  keys: Buffer[];
  atMs: number;
}
const lastRead = new WeakMap<Database, Read>();

/**
 * Returns the keys that sign device cookies and challenges, newest first, from a cache: checking a signature usually
 * needs no query.
 */
export async function signingKeys(db: Database): Promise<Buffer[]> {
  const read = lastRead.get(db);
  if (read && performance.now() - read.atMs < READ_EVERY_MS) return read.keys;
  const keys = await listKeys(db.query);
  if (keys.length === 0) {
    // The database generates the secret with its secure random generator.
    await db.query('INSERT INTO device_keys DEFAULT VALUES');
    return signingKeys(db);
  }
  lastRead.set(db, { keys, atMs: performance.now() });
  return keys;
}

async function listKeys(query: Query): Promise<Buffer[]> {
  const newest = 'FROM device_keys ORDER BY created_at DESC, id DESC LIMIT 10';
  return selectValues(query, bytes('secret'), newest);
}
