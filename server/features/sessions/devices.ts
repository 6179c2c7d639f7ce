import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Users known per browser; the one who signed in longest ago is dropped. */
const MAX_PEOPLE = 5;
const ENTRY = /^[\w-]{22}\.[\w-]{43}$/;

interface Seen {
  cookie: string;
  username: string;
}

/** How a device became known: by a sign-in link, by a password, or also by a second factor of the account. */
const KNOWN = ['link', 'password', 'factor'] as const;
type Known = (typeof KNOWN)[number];

export function findDevice(keys: Buffer[], { cookie, username }: Seen): string | undefined {
  return findEntry(keys, { cookie, username }, ['password', 'factor']);
}

/** Returns the id of a device on which the user signed in, also if a sign-in link opened the session. */
export function findAnyDevice(keys: Buffer[], seen: Seen): string | undefined {
  return findEntry(keys, seen, KNOWN);
}

/** Returns the device cookie after a sign-in link. An entry of a password or a second factor is not changed. */
export function addLinkedDevice(keys: Buffer[], seen: Seen): string {
  return findAnyDevice(keys, seen) === undefined ? addDevice(keys, seen, 'link') : seen.cookie;
}

/**
 * Returns the id of a device that has presented a second factor. A thief with the password can make any number of other
 * known devices before the account has a factor, so the guesses of these devices share one counter.
 */
export function findDeviceWithFactor(keys: Buffer[], seen: Seen): string | undefined {
  return findEntry(keys, seen, ['factor']);
}

function findEntry(
  keys: Buffer[],
  { cookie, username }: Seen,
  how: readonly Known[],
): string | undefined {
  return entriesOf(cookie)
    .find((entry) => isOf(entry, { keys, username, how }))
    ?.split('.')[0];
}

export function addDevice(
  keys: Buffer[],
  { cookie, username }: Seen,
  known: Known = 'password',
): string {
  const [newest] = keys;
  if (!newest) throw new Error('There is no key for device cookies');
  const id = randomBytes(16).toString('base64url');
  const entry = `${id}.${sign(newest, { username, id, known }).toString('base64url')}`;
  const others = entriesOf(cookie).filter((other) => !isOf(other, { keys, username, how: KNOWN }));
  return [entry, ...others].slice(0, MAX_PEOPLE).join('~');
}

function entriesOf(cookie: string): string[] {
  return cookie.split('~', MAX_PEOPLE).filter((entry) => ENTRY.test(entry));
}

function isOf(
  entry: string,
  { keys, username, how }: { keys: Buffer[]; username: string; how: readonly Known[] },
): boolean {
  const [id = '', signature = ''] = entry.split('.');
  const given = Buffer.from(signature, 'base64url');
  return keys.some((key) =>
    how.some((known) => timingSafeEqual(given, sign(key, { username, id, known }))),
  );
}

function sign(
  key: Buffer,
  { username, id, known }: { username: string; id: string; known: Known },
): Buffer {
  const signed = [username.toLowerCase(), id, ...(known === 'password' ? [] : [known, ''])];
  return createHmac('sha256', key).update(JSON.stringify(signed)).digest();
}
