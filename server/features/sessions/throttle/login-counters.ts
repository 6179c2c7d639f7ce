import { createHash } from 'node:crypto';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { placeOf } from './login-network.ts';
import {
  type Counter,
  deleteOldCounters,
  lockCounters,
  saveCounters,
} from './throttle-logins.queries.ts';

const MINUTE_MS = 60_000;
export const MAX_BLOCK_MS = 5 * MINUTE_MS;
/** New devices regain one attempt per username at this interval. */
const NAME_REFILL_MS = MINUTE_MS;

const windows = {
  /** One address, for all usernames. */
  address: 15 * MINUTE_MS,
  /** One known device and its username. */
  device: 6 * 60 * MINUTE_MS,
  /** One session, whose person confirms their identity or changes the password. */
  session: 6 * 60 * MINUTE_MS,
  /** One username, for all new devices. */
  name: 6 * 60 * MINUTE_MS,
  /** One username from one network. */
  network: 6 * 60 * MINUTE_MS,
  /** One username from one address. */
  pair: 6 * 60 * MINUTE_MS,
};
type Kind = keyof typeof windows;
export type Counters = Record<Kind, Counter>;
const KINDS = Object.keys(windows) as Kind[]; // the keys are those written above

export interface LoginAttempt {
  username: string;
  ip: string;
  device?: string | undefined;
  /** Id of the session, if the attempt is made during one. */
  session?: string | undefined;
}

function conflictKeys({
  username,
  ip,
  device = '',
  session = '',
}: LoginAttempt): Record<Kind, string> {
  const { address, network } = placeOf(ip);
  const name = username.toLowerCase();
  return {
    address: keyOf('address', address),
    device: keyOf('device', name, device),
    name: nameKeyOf(name),
    network: keyOf('network', name, network),
    pair: keyOf('pair', name, address),
    session: sessionKeyOf(session),
  };
}

/** Returns the keys of the counters for a username, from these addresses and from all devices. */
export function counterKeysOf(username: string, ips: string[]): string[] {
  const fromThere = ips.flatMap((ip) => {
    const { address, network, pair } = conflictKeys({ username, ip });
    return [address, network, pair];
  });
  return [nameKeyOf(username), ...fromThere];
}

export function sessionKeyOf(sessionId: string): string {
  return keyOf('session', sessionId);
}

function nameKeyOf(username: string): string {
  return keyOf('name', username.toLowerCase());
}

/** Hashed, because users sometimes type their password into the username field. */
function keyOf(kind: Kind, ...parts: string[]): string {
  return `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

/** Locks the counters of an attempt and resets those that have expired. */
export async function openCounters(tx: Tx, attempt: LoginAttempt, now: Date): Promise<Counters> {
  const keys = conflictKeys(attempt);
  const kinds = KINDS.filter(
    (kind) => !(kind === 'device' || kind === 'session') || attempt[kind] !== undefined,
  );
  const rows = await lockCounters(
    tx.query,
    kinds.map((kind) => keys[kind]),
    now,
  );
  const entries = KINDS.map((kind) => {
    const key = keys[kind];
    const row = rows.find((found) => found.key === key);
    return [
      kind,
      expireCounter(
        now,
        kind,
        row ?? { key, failures: 0, windowStartedAt: now, blockedUntil: null },
      ),
    ];
  });
  return Object.fromEntries(entries) as Counters; // one entry for each kind
}

function expireCounter(now: Date, kind: Kind, counter: Counter): Counter {
  const time = now.getTime();
  const startedAt = Math.min(counter.windowStartedAt.getTime(), time);
  const blockedUntil = remainingBlockMs(counter, now) > MAX_BLOCK_MS ? null : counter.blockedUntil;
  if (time - startedAt > windows[kind]) {
    return { ...counter, failures: 0, windowStartedAt: now, blockedUntil };
  }
  const refills = kind === 'name' ? Math.floor((time - startedAt) / NAME_REFILL_MS) : 0;
  return {
    ...counter,
    failures: Math.max(0, counter.failures - refills),
    windowStartedAt: new Date(startedAt + refills * NAME_REFILL_MS),
    blockedUntil,
  };
}

export function remainingBlockMs({ blockedUntil }: Counter, now: Date): number {
  return blockedUntil ? blockedUntil.getTime() - now.getTime() : 0;
}

export function incremented(counter: Counter): Counter {
  return { ...counter, failures: counter.failures + 1 };
}

export function blocked(counter: Counter, now: Date, ms: number): Counter {
  return { ...counter, blockedUntil: ms > 0 ? new Date(now.getTime() + ms) : null };
}

export function refillMs(attempts: number): number {
  return Math.ceil(attempts) * NAME_REFILL_MS;
}

export async function resetCounters(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  counted: Counter[],
): Promise<void> {
  const now = clock.now();
  const keys = counted.map((counter) => counter.key);
  const blocking = counted.filter((counter) => counter.blockedUntil).map((counter) => counter.key);
  await db.transaction(async (tx) => {
    const rows = await lockCounters(tx.query, keys, now);
    await saveCounters(
      tx.query,
      rows.map((row) => {
        // A correct password resets the user's failures here; failures of others from this address or username stay.
        if (/^(?:pair|device|session):/.test(row.key))
          return { ...row, failures: 0, blockedUntil: null };
        const blockedUntil = blocking.includes(row.key) ? null : row.blockedUntil;
        return { ...row, failures: Math.max(0, row.failures - 1), blockedUntil };
      }),
    );
  });
}

export async function pruneCounters({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const longestMs = Math.max(...Object.values(windows));
  await deleteOldCounters(db.query, new Date(clock.now().getTime() - longestMs));
}
