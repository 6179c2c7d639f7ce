import type { Database, Query } from '../../db/database.ts';
import { deviceKeys } from '../../db/schema/sessions.ts';
import { select, selectionOf } from '../../db/selection.ts';

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

const columns = selectionOf(deviceKeys, 'k', ['secret']);

async function listKeys(query: Query): Promise<Buffer[]> {
  const rows = await select(
    query,
    columns,
    'FROM device_keys k ORDER BY created_at DESC, id DESC LIMIT 10',
  );
  return rows.map((row) => row.secret);
}
