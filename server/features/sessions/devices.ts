import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Users known per browser; the one who signed in longest ago is dropped. */
const MAX_PEOPLE = 5;
const ENTRY = /^[\w-]{22}\.[\w-]{43}$/;

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
