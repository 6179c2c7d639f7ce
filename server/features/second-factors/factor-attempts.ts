import { createHash } from 'node:crypto';
import type { FactorProof } from '#contract/second-factors/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import { appError } from '#server/base/errors.ts';
import type { Query } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import {
  beginPause,
  type Counter,
  deleteCounter,
  deleteCountersFrom,
  lockCounter,
  saveCounter,
} from './factor-attempts.queries.ts';

const MAX_ATTEMPTS = 5;
/** One attempt is regained at this interval: 96 guesses a day of one in 333,333. */
const REFILL_MS = 15 * 60_000;

export interface Guesser {
  userId: UserId;
  /** The known device, which has a counter that attackers elsewhere cannot use up. */
  device?: string | undefined;
}

export interface CountedAttempt {
  /** Forgets the failures after a right code. */
  reset(): Promise<void>;
  /** Notifies the owner after a wrong code if a pause begins, once until the counter is at zero again. */
  fail(username: string): Promise<void>;
}

/**
 * Counts an attempt to enter a code, at sign-in and when a session is confirmed, before the code is checked: concurrent
 * attempts cannot exceed the limit. All servers and unknown devices share the counter of an account. Throws
 * TOO_MANY_ATTEMPTS with `seconds`.
 */
export async function countAttempt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  guesser: Guesser,
): Promise<CountedAttempt> {
  const key = keyOf(guesser);
  const now = clock.now();
  const waitMs = await db.transaction(async ({ query }) => {
    const counter = refill(await lockCounter(query, key, now), now);
    if (counter.failures >= MAX_ATTEMPTS) {
      return counter.windowStartedAt.getTime() + REFILL_MS - now.getTime();
    }
    await saveCounter(query, { ...counter, key, failures: counter.failures + 1 });
    return 0;
  });
  if (waitMs > 0) throw appError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(waitMs / 1000) });
  return {
    reset: () => deleteCounter(db.query, key),
    fail: (username) =>
      db.transaction(async (tx) => {
        const until = new Date(now.getTime() + REFILL_MS);
        if (!(await beginPause(tx.query, { key, failures: MAX_ATTEMPTS, until }))) return;
        const person = { userId: guesser.userId, username };
        await notifyOfChange(tx, { kind: 'secondFactorPaused', actor: person, person });
      }),
  };
}

/** Deletes the failures and pauses of an account, on all devices. */
export async function deleteAttempts(query: Query, userId: UserId): Promise<void> {
  await deleteCountersFrom(query, prefixOf(userId));
}

/** Counts an attempt, unless a passkey is presented: its signature cannot be guessed. */
export async function countIfTyped(
  deps: Pick<Deps, 'db' | 'clock'>,
  { kind, ...guesser }: Guesser & { kind: FactorProof['kind'] },
): Promise<CountedAttempt | undefined> {
  return kind === 'passkey' ? undefined : countAttempt(deps, guesser);
}

/** A window in the future was written by a clock that ran ahead; it restarts. */
function refill({ failures, windowStartedAt, pausedUntil }: Counter, now: Date): Counter {
  const startedAt = Math.min(windowStartedAt.getTime(), now.getTime());
  const regained = Math.floor((now.getTime() - startedAt) / REFILL_MS);
  if (failures <= regained) return { failures: 0, windowStartedAt: now, pausedUntil: null };
  return {
    failures: failures - regained,
    windowStartedAt: new Date(startedAt + regained * REFILL_MS),
    pausedUntil,
  };
}

function keyOf({ userId, device = '' }: Guesser): string {
  return `${prefixOf(userId)}${hash(device)}`;
}

function prefixOf(userId: UserId): string {
  return `factor:${hash(userId)}:`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
