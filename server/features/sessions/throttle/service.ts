import pLimit, { type LimitFunction } from 'p-limit';
import type { Database, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { appError, isAppError } from '#server/platform/runtime/errors.ts';
import { createDoor, type Door } from '../admission/service.ts';
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
import { placeOf } from './network.ts';
import { type Counter, saveCounters } from './queries.ts';

const FREE_PAIR_FAILURES = 10;
const FREE_DEVICE_FAILURES = 10;
/** Attempts of all new devices at one username. */
const NAME_GUESSES = 300;
/** Attempts reserved for addresses that retried after the requested wait. */
const KEPT_FOR_RETURNERS = 200;
/** Attempts open to any address, however often it failed. */
const OPEN_TO_ALL = 20;
/** Minimum wait of an address. */
const TURN_MS = 10_000;
/** A retry later than this has to wait again. */
const TURN_VALID_MS = 15 * 60_000;

/** Number of admitted attempts processed concurrently; password hashes are serialized anyway. */
const WORKED_ON = 3;

/** This server's limits, applied before any attempt needs a query or a hash. */
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
 * Runs `check` if the limits admit the attempt. The attempt counts as failed unless `check` returns a value. Throws
 * TOO_MANY_ATTEMPTS with `seconds`.
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
 * Counts an attempt before its password is checked, so that concurrent attempts can't exceed a limit. Counters are in
 * the database and shared by all servers. Throws TOO_MANY_ATTEMPTS with `seconds`.
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

/** A known device has its own limit of failures; beyond it, the device is treated as unknown. */
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
 * Returns the wait of an unknown device in milliseconds before it may try this username; 0 if it may now. The fewer
 * attempts remain, the fewer failures an address may have. Failures in its network count one eighth. So first attempts
 * precede second ones, and addresses that waited precede others.
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

/** Blocks one username from one address: doubles from one second to five minutes. Other addresses are not affected. */
function blockPair(counter: Counter, now: Date): Counter {
  const excess = counter.failures - FREE_PAIR_FAILURES;
  return blocked(counter, now, excess < 0 ? 0 : Math.min(2 ** excess * 1000, MAX_BLOCK_MS));
}

function blockAddress(counter: Counter, now: Date): Counter {
  return blocked(counter, now, counter.failures % 50 === 0 ? 60_000 : 0);
}
