import pLimit, { type LimitFunction } from 'p-limit';
import type { Database, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError, isAppError } from '#server/lib/errors.ts';
import {
  blocked,
  type Counters,
  forgive,
  type Guesser,
  leftOf,
  MAX_BLOCK_MS,
  oneMore,
  openCounters,
  refillMs,
} from './counters.ts';
import { createDoor, type Door } from './door.ts';
import { placeOf } from './network.ts';
import { type Counter, saveCounters } from './throttle-queries.ts';

const FREE_PAIR_FAILURES = 10;
const FREE_DEVICE_FAILURES = 10;
/** What new devices may guess at one username at once. */
const NAME_GUESSES = 300;
/** Of these, so many are for addresses that came back when they were told to. */
const KEPT_FOR_RETURNERS = 200;
/** And the first of all are for whoever comes, however often they failed. */
const OPEN_TO_ALL = 20;
/** How long an address that has to wait for its turn waits at least. */
const TURN_MS = 10_000;
/** Whoever comes back later than this has to wait anew. */
const TURN_VALID_MS = 15 * 60_000;

/** Of the attempts that the door let in, so many are worked on at once: hashes take turns in any case. */
const WORKED_ON = 3;

/** This server's own limit on all attempts, before any of them costs a query or a hash. */
interface Entry {
  door: Door;
  inTurn: LimitFunction;
}
const entries = new WeakMap<Database, Entry>();

function entryOf(db: Database): Entry {
  const entry = entries.get(db) ?? { door: createDoor(), inTurn: pLimit(WORKED_ON) };
  entries.set(db, entry);
  return entry;
}

type Needs = Pick<Deps, 'db' | 'clock'>;

/**
 * Runs `check` for an attempt that the door and the counters let through. The attempt counts as a
 * failure unless `check` returns something. Throws TOO_MANY_ATTEMPTS with `seconds`.
 */
export async function checkPassword<Result>(
  deps: Needs,
  guesser: Guesser,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { address } = placeOf(guesser.ip);
  const deviceOf = guesser.device && `name ${guesser.username.toLowerCase()}`;
  const { door, inTurn } = entryOf(deps.db);
  const pass = door.enter({ address, deviceOf, now: deps.clock.now() });
  try {
    const result = await inTurn(() => countAndCheck(deps, guesser, check));
    if (result === undefined) pass.fail(deps.clock.now());
    else pass.succeed();
    return result;
  } catch (error) {
    pass.fail(deps.clock.now(), isAppError(error) ? Number(error.data?.seconds ?? 0) : 0);
    throw error;
  }
}

async function countAndCheck<Result>(
  deps: Needs,
  guesser: Guesser,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const attempt = await countAttempt(deps, guesser);
  const result = await check();
  if (result !== undefined) await attempt.forgive();
  return result;
}

/**
 * Counts an attempt before it is made, so that guesses sent at once can't pass a limit together. The
 * counters are in the database: all servers share them. Throws TOO_MANY_ATTEMPTS with `seconds`.
 */
export async function countAttempt(
  deps: Needs,
  guesser: Guesser,
): Promise<{ forgive(): Promise<void> }> {
  const now = deps.clock.now();
  const { waitMs, counted } = await deps.db.transaction(async (tx) => {
    const counters = await openCounters(tx, guesser, now);
    return isTrusted(guesser, counters)
      ? countDevice(tx, counters, now)
      : countStranger(tx, counters, now);
  });
  if (waitMs > 0) throw appError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(waitMs / 1000) });
  return { forgive: () => forgive(deps, counted) };
}

interface Outcome {
  waitMs: number;
  counted: Counter[];
}

/** A known device has failures of its own; when they are used up, it is a stranger. */
function isTrusted(guesser: Guesser, { device }: Counters): boolean {
  return guesser.device !== undefined && device.failures < FREE_DEVICE_FAILURES;
}

async function countDevice(tx: Tx, { device, pair }: Counters, now: Date): Promise<Outcome> {
  const counted = [oneMore(device), blockPair(oneMore(pair), now)];
  await saveCounters(tx.query, counted);
  return { waitMs: 0, counted };
}

async function countStranger(tx: Tx, counters: Counters, now: Date): Promise<Outcome> {
  const { address, name, network, pair } = counters;
  const blockedMs = Math.max(leftOf(address, now), leftOf(pair, now));
  if (blockedMs > 0) return { waitMs: blockedMs, counted: [] };
  const waitMs = waitForTurn(counters, now);
  if (waitMs > 0) {
    await saveCounters(tx.query, [blocked(pair, now, waitMs), name, network]);
    return { waitMs, counted: [] };
  }
  const counted = [
    blockAddress(oneMore(address), now),
    blockPair(oneMore(pair), now),
    oneMore(network),
    oneMore(name),
  ];
  await saveCounters(tx.query, counted);
  return { waitMs: 0, counted };
}

/**
 * How long a stranger has to wait before they may guess at this name; 0 when they may now. The fewer
 * guesses the name has left, the fewer failures an address may have, its neighbours' counting an
 * eighth: first turns come before second ones, and whoever waited before whoever did not.
 */
function waitForTurn({ name, network, pair }: Counters, now: Date): number {
  const left = NAME_GUESSES - name.failures;
  const failures = pair.failures + network.failures / 8;
  const mostNeeded = NAME_GUESSES - OPEN_TO_ALL;
  const asReturner = Math.min(40 * failures, mostNeeded);
  const asNewcomer = Math.min(KEPT_FOR_RETURNERS + 20 * failures, mostNeeded);
  if (left > (hasWaited(pair, now) ? asReturner : asNewcomer)) return 0;
  return Math.min(Math.max(TURN_MS, refillMs(asReturner + 1 - left)), MAX_BLOCK_MS);
}

function hasWaited(pair: Counter, now: Date): boolean {
  const sinceMs = -leftOf(pair, now);
  return pair.blockedUntil !== null && sinceMs >= 0 && sinceMs <= TURN_VALID_MS;
}

/** A username from one address: doubles from a second to five minutes. Others are not affected. */
function blockPair(counter: Counter, now: Date): Counter {
  const excess = counter.failures - FREE_PAIR_FAILURES;
  return blocked(counter, now, excess < 0 ? 0 : Math.min(2 ** excess * 1000, MAX_BLOCK_MS));
}

/** An address trying many usernames. */
function blockAddress(counter: Counter, now: Date): Counter {
  return blocked(counter, now, counter.failures % 50 === 0 ? 60_000 : 0);
}
