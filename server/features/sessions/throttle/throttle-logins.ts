import pLimit, { type LimitFunction } from 'p-limit';
import { appError, isAppError } from '#server/base/errors.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import {
  blocked,
  type Counters,
  incremented,
  type LoginAttempt,
  MAX_BLOCK_MS,
  openCounters,
  refillMs,
  remainingBlockMs,
  resetCounters,
} from './login-counters.ts';
import { placeOf } from './login-network.ts';
import { type Counter, saveCounters } from './throttle-logins.queries.ts';

/** Failures of one username from one address, and of one session, before each further attempt has to wait. */
const FREE_FAILURES = 5;
const FIRST_PAUSE_MS = 30_000;
const USERNAME_ATTEMPTS = 300;
/** Attempts reserved for addresses that retried after the requested wait. */
const RESERVED_FOR_RETRIES = 200;
/** Attempts open to any address, however often it failed. */
const FREE_ATTEMPTS = 20;
const MIN_WAIT_MS = 10_000;
/** A retry later than this has to wait again. */
const RETRY_VALID_MS = 15 * 60_000;

/** Number of admitted attempts processed concurrently; password hashes are serialized anyway. */
const HASH_CONCURRENCY = 3;

const limits = new WeakMap<Database, LimitFunction>();

function limitOf({ db }: Pick<Deps, 'db'>): LimitFunction {
  const limit = limits.get(db) ?? pLimit(HASH_CONCURRENCY);
  limits.set(db, limit);
  return limit;
}

type Needs = Pick<Deps, 'db' | 'clock'>;

/** The attempt failed unless `check` returns a value. Throws TOO_MANY_ATTEMPTS with `seconds`. */
export async function checkPassword<Result>(
  deps: Needs & Pick<Deps, 'limits'>,
  attempt: LoginAttempt,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { address } = placeOf(attempt.ip);
  const deviceOf = (attempt.device ?? attempt.session) && `name ${attempt.username.toLowerCase()}`;
  const request = { address, deviceOf, now: deps.clock.now() };
  const admitted = deps.limits.logins.admit(request);
  try {
    const result = await limitOf(deps)(() => countAndCheck(deps, attempt, check));
    if (result === undefined) admitted.fail(deps.clock.now());
    else admitted.succeed();
    return result;
  } catch (error) {
    admitted.fail(deps.clock.now(), isAppError(error) ? Number(error.data?.seconds ?? 0) : 0);
    throw error;
  }
}

/**
 * Counts an attempt like a failed login, and admits it in memory before: a flood of refused ones writes no counters. Throws
 * TOO_MANY_ATTEMPTS with `seconds`.
 */
export async function countAsFailed(
  deps: Needs & Pick<Deps, 'limits'>,
  attempt: LoginAttempt,
): Promise<void> {
  await checkPassword(deps, attempt, async () => undefined);
}

async function countAndCheck<Result>(
  deps: Needs,
  attempt: LoginAttempt,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const counted = await countAttempt(deps, attempt);
  const result = await check();
  if (result !== undefined) await counted.reset();
  return result;
}

/** Counted before the password is checked, so that concurrent attempts can't exceed a limit. */
export async function countAttempt(
  deps: Needs,
  attempt: LoginAttempt,
): Promise<{ reset(): Promise<void> }> {
  const now = deps.clock.now();
  const { waitMs, counted } = await deps.db.transaction(async (tx) => {
    const counters = await openCounters(tx, attempt, now);
    if (attempt.session !== undefined) return countSession(tx, { attempt, now }, counters);
    return isTrusted(attempt, counters)
      ? countKnownDevice(tx, counters, now)
      : countUnknownDevice(tx, counters, now);
  });
  if (waitMs > 0) throw appError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(waitMs / 1000) });
  return { reset: () => resetCounters(deps, counted) };
}

interface Outcome {
  waitMs: number;
  counted: Counter[];
}

/** A known device has its own limit of failures; beyond it, the device is treated as unknown. */
function isTrusted(attempt: LoginAttempt, { device }: Counters): boolean {
  return attempt.device !== undefined && device.failures < FREE_FAILURES;
}

/**
 * The pause follows the session to other addresses. Failed logins count too: of this device, or from this address if the
 * device is unknown.
 */
async function countSession(
  tx: Tx,
  { attempt, now }: { attempt: LoginAttempt; now: Date },
  counters: Counters,
): Promise<Outcome> {
  const { session, device, pair } = counters;
  const pairWaitMs = isTrusted(attempt, counters) ? 0 : remainingBlockMs(pair, now);
  const waitMs = Math.max(remainingBlockMs(session, now), pairWaitMs);
  if (waitMs > 0) return { waitMs, counted: [] };
  const counted = [pauseAfterFailures(session, now), pauseAfterFailures(pair, now)];
  if (attempt.device !== undefined) counted.push(incremented(device));
  await saveCounters(tx.query, counted);
  return { waitMs: 0, counted };
}

async function countKnownDevice(tx: Tx, { device, pair }: Counters, now: Date): Promise<Outcome> {
  const counted = [incremented(device), pauseAfterFailures(pair, now)];
  await saveCounters(tx.query, counted);
  return { waitMs: 0, counted };
}

async function countUnknownDevice(tx: Tx, counters: Counters, now: Date): Promise<Outcome> {
  const { address, name, network, pair } = counters;
  const blockedMs = Math.max(remainingBlockMs(address, now), remainingBlockMs(pair, now));
  if (blockedMs > 0) return { waitMs: blockedMs, counted: [] };
  const waitMs = waitMsOf(counters, now);
  if (waitMs > 0) {
    await saveCounters(tx.query, [blocked(pair, now, waitMs), name, network]);
    return { waitMs, counted: [] };
  }
  const counted = [
    blockAddress(incremented(address), now),
    pauseAfterFailures(pair, now),
    incremented(network),
    incremented(name),
  ];
  await saveCounters(tx.query, counted);
  return { waitMs: 0, counted };
}

/**
 * 0 if it may try now. The fewer attempts remain, the fewer failures an address may have; those in its network count
 * one eighth. So first attempts precede second ones, and addresses that waited precede others.
 */
function waitMsOf({ name, network, pair }: Counters, now: Date): number {
  const left = USERNAME_ATTEMPTS - name.failures;
  const failures = pair.failures + network.failures / 8;
  const maxNeeded = USERNAME_ATTEMPTS - FREE_ATTEMPTS;
  const neededToRetry = Math.min(40 * failures, maxNeeded);
  const neededAtFirst = Math.min(RESERVED_FOR_RETRIES + 20 * failures, maxNeeded);
  if (left > (hasWaited(pair, now) ? neededToRetry : neededAtFirst)) return 0;
  return Math.min(Math.max(MIN_WAIT_MS, refillMs(neededToRetry + 1 - left)), MAX_BLOCK_MS);
}

function hasWaited(pair: Counter, now: Date): boolean {
  const sinceMs = -remainingBlockMs(pair, now);
  return pair.blockedUntil !== null && sinceMs >= 0 && sinceMs <= RETRY_VALID_MS;
}

/** Counts a failure. From the fifth one, blocks for a time that doubles from 30 seconds to five minutes. */
function pauseAfterFailures(counter: Counter, now: Date): Counter {
  const failed = incremented(counter);
  const excess = failed.failures - FREE_FAILURES;
  const pauseMs = excess < 0 ? 0 : Math.min(2 ** excess * FIRST_PAUSE_MS, MAX_BLOCK_MS);
  return blocked(failed, now, pauseMs);
}

function blockAddress(counter: Counter, now: Date): Counter {
  return blocked(counter, now, counter.failures % 50 === 0 ? 60_000 : 0);
}
