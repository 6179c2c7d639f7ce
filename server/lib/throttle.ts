import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Query } from './db.ts';
import type { Deps } from './deps.ts';
import { appError } from './errors.ts';

/** Failures older than this no longer count. */
const WINDOW_MS = 15 * 60_000;
/** How long an address stays known after a login of its user. */
const KNOWN_FOR_MS = 30 * 24 * 60 * 60_000;
const FREE_PAIR_FAILURES = 10;
const MAX_PAIR_BLOCK_MS = 5 * 60_000;

/** How long the next attempt must wait after so many failures on one key. */
const blocks = {
  /** A username from one address: doubles from a second to five minutes. Others are not affected. */
  pair: (failures: number) =>
    failures < FREE_PAIR_FAILURES
      ? 0
      : Math.min(2 ** (failures - FREE_PAIR_FAILURES) * 1000, MAX_PAIR_BLOCK_MS),
  /** An address trying many usernames. */
  address: (failures: number) => (failures % 50 === 0 ? 60_000 : 0),
  /** A username tried from many addresses; short, so that no one can keep its owner out. */
  username: (failures: number) => (failures % 20 === 0 ? 30_000 : 0),
};
type Kind = keyof typeof blocks;

interface Counter {
  key: string;
  failures: number;
  window_started_at: Date;
  blocked_until: Date | null;
}

/** An attempt that was let through and counts as a failure until `forgive` says otherwise. */
export interface Attempt {
  forgive(): Promise<void>;
}

/**
 * Counts an attempt to sign in before it is made, so that guesses sent at once can't pass the limit
 * together. The counters are in the database: all servers share them. An address that the user has
 * signed in from is spared the username's own limit. Throws TOO_MANY_ATTEMPTS with `seconds`.
 */
export async function countAttempt(
  deps: Pick<Deps, 'db' | 'clock'>,
  { username, ip }: { username: string; ip: string },
): Promise<Attempt> {
  const keys = keysOf({ username, ip });
  const now = deps.clock.now();
  const counted = await deps.db.transaction(async (tx) => {
    const known = await isKnown(tx.query, keys.known, now);
    const kinds: Kind[] = known ? ['address', 'pair'] : ['address', 'pair', 'username'];
    const counters = await lockCounters(
      tx.query,
      kinds.map((kind) => keys[kind]),
      now,
    );
    const waitMs = Math.max(
      ...counters.map((counter) => (counter.blocked_until?.getTime() ?? 0) - now.getTime()),
    );
    if (waitMs > 0) throw appError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(waitMs / 1000) });
    const next = kinds.map((kind) => countOne(kind, keys[kind], counters, now));
    await saveCounters(tx.query, next);
    return next;
  });
  return { forgive: () => forgive(deps, keys, counted) };
}

function keysOf({ username, ip }: { username: string; ip: string }) {
  const name = username.toLowerCase();
  const address = networkOf(ip);
  return {
    pair: keyOf('pair', name, address),
    address: keyOf('address', address),
    username: keyOf('username', name),
    known: keyOf('known', name, address),
  };
}

/** Hashed, because people type their password into the wrong field. */
function keyOf(kind: string, ...parts: string[]): string {
  return `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

/** One IPv6 customer has at least a /64: counting single addresses of it would be no limit. */
function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}

async function isKnown(query: Query, key: string, now: Date): Promise<boolean> {
  const rows = await query(
    'SELECT 1 FROM login_throttles WHERE key = $1 AND window_started_at > $2',
    [key, new Date(now.getTime() - KNOWN_FOR_MS)],
  );
  return rows.length > 0;
}

/** Makes missing counters and locks all of them, in key order so that two attempts can't deadlock. */
async function lockCounters(query: Query, keys: string[], now: Date): Promise<Counter[]> {
  return query<Counter>(
    `INSERT INTO login_throttles AS t (key, failures, window_started_at)
     SELECT key, 0, $2 FROM unnest($1::text[]) AS key ORDER BY key
     ON CONFLICT (key) DO UPDATE SET failures = t.failures
     RETURNING key, failures, window_started_at, blocked_until`,
    [keys, now],
  );
}

function countOne(kind: Kind, key: string, counters: Counter[], now: Date): Counter {
  const counter = counters.find((one) => one.key === key);
  const started = counter?.window_started_at ?? now;
  const isOver = now.getTime() - started.getTime() > WINDOW_MS;
  const failures = isOver || !counter ? 1 : counter.failures + 1;
  const blockMs = blocks[kind](failures);
  return {
    key,
    failures,
    window_started_at: isOver ? now : started,
    blocked_until: blockMs > 0 ? new Date(now.getTime() + blockMs) : null,
  };
}

async function saveCounters(query: Query, counters: Counter[]): Promise<void> {
  await query(
    `UPDATE login_throttles AS t
     SET failures = c.failures, window_started_at = c.started, blocked_until = c.blocked
     FROM unnest($1::text[], $2::int[], $3::timestamptz[], $4::timestamptz[])
       AS c (key, failures, started, blocked)
     WHERE t.key = c.key`,
    [
      counters.map((counter) => counter.key),
      counters.map((counter) => counter.failures),
      counters.map((counter) => counter.window_started_at),
      counters.map((counter) => counter.blocked_until),
    ],
  );
}

/** The attempt was right after all: takes it back, and remembers the address as the user's. */
async function forgive(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  keys: ReturnType<typeof keysOf>,
  counted: Counter[],
): Promise<void> {
  const blocking = counted.filter((counter) => counter.blocked_until).map((counter) => counter.key);
  await db.transaction(async (tx) => {
    await lockCounters(
      tx.query,
      counted.map((counter) => counter.key),
      clock.now(),
    );
    await tx.query(
      `UPDATE login_throttles SET failures = CASE WHEN key = $1 THEN 0 ELSE greatest(failures - 1, 0) END,
         blocked_until = CASE WHEN key = ANY($2) THEN NULL ELSE blocked_until END
       WHERE key = ANY($3)`,
      [keys.pair, blocking, counted.map((counter) => counter.key)],
    );
    await tx.query(
      `INSERT INTO login_throttles AS t (key, failures, window_started_at) VALUES ($1, 0, $2)
       ON CONFLICT (key) DO UPDATE SET window_started_at = excluded.window_started_at`,
      [keys.known, clock.now()],
    );
  });
}

/** Deletes counters that no longer count. */
export async function pruneThrottles({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  await db.query(
    `DELETE FROM login_throttles
     WHERE window_started_at < $1 AND (key NOT LIKE 'known:%' OR window_started_at < $2)`,
    [new Date(now - WINDOW_MS), new Date(now - KNOWN_FOR_MS)],
  );
}
