import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { listDeviceKeys, makeDeviceKey } from './queries.ts';

/** Users known per browser; the one who signed in longest ago is dropped. */
const MAX_PEOPLE = 5;
const ENTRY = /^[\w-]{22}\.[\w-]{43}$/;

/** Interval for reading the keys again: another server or an operator may have changed them. */
const READ_EVERY_MS = 15 * 60_000;

interface Read {
  keys: Buffer[];
  atMs: number;
}
const lastRead = new WeakMap<Database, Read>();

/** Returns the signing keys, newest first, from a cache: recognising a device usually needs no query. */
export async function deviceKeys(db: Database): Promise<Buffer[]> {
  const read = lastRead.get(db);
  if (read && performance.now() - read.atMs < READ_EVERY_MS) return read.keys;
  const keys = await listDeviceKeys(db.query);
  if (keys.length === 0) {
    await makeDeviceKey(db.query);
    return deviceKeys(db);
  }
  lastRead.set(db, { keys, atMs: performance.now() });
  return keys;
}

export function findDevice(
  keys: Buffer[],
  { cookie, username }: { cookie: string; username: string },
): string | undefined {
  return entriesOf(cookie)
    .find((entry) => isOf(entry, keys, username))
    ?.split('.')[0];
}

export function addDevice(
  keys: Buffer[],
  { cookie, username }: { cookie: string; username: string },
): string {
  const [newest] = keys;
  if (!newest) throw new Error('There is no key for device cookies');
  const id = randomBytes(16).toString('base64url');
  const entry = `${id}.${sign(newest, username, id).toString('base64url')}`;
  const others = entriesOf(cookie).filter((other) => !isOf(other, keys, username));
  return [entry, ...others].slice(0, MAX_PEOPLE).join('~');
}

function entriesOf(cookie: string): string[] {
  return cookie.split('~', MAX_PEOPLE).filter((entry) => ENTRY.test(entry));
}

function isOf(entry: string, keys: Buffer[], username: string): boolean {
  const [id = '', signature = ''] = entry.split('.');
  const given = Buffer.from(signature, 'base64url');
  return keys.some((key) => timingSafeEqual(given, sign(key, username, id)));
}

function sign(key: Buffer, username: string, id: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([username.toLowerCase(), id]))
    .digest();
}
