import { createHash } from 'node:crypto';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/lib/deps.ts';
import { placeOf } from './network.ts';
import { type Counter, deleteOldCounters, lockCounters, saveCounters } from './throttle-queries.ts';

const MINUTE_MS = 60_000;
/** The longest of all blocks. */
export const MAX_BLOCK_MS = 5 * MINUTE_MS;
/** Of the guesses that new devices may make at one username, one comes back every so often. */
const NAME_REFILL_MS = MINUTE_MS;

/** The kinds of counter, with how long a failure counts. */
const windows = {
  /** An address trying many usernames. */
  address: 15 * MINUTE_MS,
  /** A known device trying the username it belongs to. */
  device: 6 * 60 * MINUTE_MS,
  /** A username tried by all new devices. */
  name: 6 * 60 * MINUTE_MS,
  /** A username tried from one neighbourhood of addresses. */
  network: 6 * 60 * MINUTE_MS,
  /** A username tried from one address. */
  pair: 6 * 60 * MINUTE_MS,
};
type Kind = keyof typeof windows;
export type Counters = Record<Kind, Counter>;
const KINDS = Object.keys(windows) as Kind[]; // the keys are those written above

export interface Guesser {
  username: string;
  ip: string;
  /** What proves that this browser signed in as `username` before, if anything does. */
  device?: string | undefined;
}

function keysOf({ username, ip, device = '' }: Guesser): Record<Kind, string> {
  const { address, network } = placeOf(ip);
  const name = username.toLowerCase();
  return {
    address: keyOf('address', address),
    device: keyOf('device', name, device),
    name: nameKeyOf(name),
    network: keyOf('network', name, network),
    pair: keyOf('pair', name, address),
  };
}

/** What attempts at a name are counted by, from these addresses and from everywhere. */
export function counterKeysOf(username: string, ips: string[]): string[] {
  const fromThere = ips.flatMap((ip) => {
    const { address, network, pair } = keysOf({ username, ip });
    return [address, network, pair];
  });
  return [nameKeyOf(username), ...fromThere];
}

function nameKeyOf(username: string): string {
  return keyOf('name', username.toLowerCase());
}

/** Hashed, because people type their password into the wrong field. */
function keyOf(kind: Kind, ...parts: string[]): string {
  return `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

/** Locks an attempt's counters and brings them to `now`. */
export async function openCounters(tx: Tx, guesser: Guesser, now: Date): Promise<Counters> {
  const keys = keysOf(guesser);
  const kinds = KINDS.filter((kind) => kind !== 'device' || guesser.device !== undefined);
  const rows = await lockCounters(
    tx.query,
    kinds.map((kind) => keys[kind]),
    now,
  );
  const entries = KINDS.map((kind) => {
    const key = keys[kind];
    const row = rows.find((one) => one.key === key);
    return [
      kind,
      bringTo(now, kind, row ?? { key, failures: 0, startedAt: now, blockedUntil: null }),
    ];
  });
  return Object.fromEntries(entries) as Counters; // one entry for each kind
}

/** A window or a block that lies further ahead than it can was set by a clock that ran ahead. */
function bringTo(now: Date, kind: Kind, counter: Counter): Counter {
  const time = now.getTime();
  const startedAt = Math.min(counter.startedAt.getTime(), time);
  const blockedUntil = leftOf(counter, now) > MAX_BLOCK_MS ? null : counter.blockedUntil;
  if (time - startedAt > windows[kind]) {
    return { ...counter, failures: 0, startedAt: now, blockedUntil };
  }
  const refills = kind === 'name' ? Math.floor((time - startedAt) / NAME_REFILL_MS) : 0;
  return {
    ...counter,
    failures: Math.max(0, counter.failures - refills),
    startedAt: new Date(startedAt + refills * NAME_REFILL_MS),
    blockedUntil,
  };
}

/** How many more milliseconds a counter blocks; 0 or less when it does not. */
export function leftOf({ blockedUntil }: Counter, now: Date): number {
  return blockedUntil ? blockedUntil.getTime() - now.getTime() : 0;
}

export function oneMore(counter: Counter): Counter {
  return { ...counter, failures: counter.failures + 1 };
}

export function blocked(counter: Counter, now: Date, ms: number): Counter {
  return { ...counter, blockedUntil: ms > 0 ? new Date(now.getTime() + ms) : null };
}

/** When a name that lacks so many guesses will have them. */
export function refillMs(guesses: number): number {
  return Math.ceil(guesses) * NAME_REFILL_MS;
}

/** The attempt was right after all: takes back what it counted. */
export async function forgive(
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
        // Who knows the password has no failures here; others' from this address or at this name stay.
        if (/^(?:pair|device):/.test(row.key)) return { ...row, failures: 0, blockedUntil: null };
        const blockedUntil = blocking.includes(row.key) ? null : row.blockedUntil;
        return { ...row, failures: Math.max(0, row.failures - 1), blockedUntil };
      }),
    );
  });
}

/** Deletes counters that no longer count. */
export async function pruneCounters({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const longestMs = Math.max(...Object.values(windows));
  await deleteOldCounters(db.query, new Date(clock.now().getTime() - longestMs));
}
