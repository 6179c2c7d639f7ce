import { createHash } from 'node:crypto';
import type { FactorProof } from '#contract/second-factors/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Deps } from '#server/deps.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { deleteCounter, lockCounter, saveCounter } from './queries.ts';

const MAX_ATTEMPTS = 5;
/** One attempt is regained at this interval: 96 guesses a day of one in 333,333. */
const REFILL_MS = 15 * 60_000;

export interface Guesser {
  userId: UserId;
  /** The known device, which has a counter that attackers elsewhere cannot use up. */
  device?: string | undefined;
}

/**
 * Counts an attempt to enter a code, at sign-in and when a session is confirmed, before the code is checked: concurrent
 * attempts cannot exceed the limit. All servers and unknown devices share the counter of an account. Throws
 * TOO_MANY_ATTEMPTS with `seconds`.
 */
export async function countAttempt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  guesser: Guesser,
): Promise<{ reset(): Promise<void> }> {
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
  return { reset: () => deleteCounter(db.query, key) };
}

/** Counts an attempt, unless a passkey is presented: its signature cannot be guessed. */
export async function countIfTyped(
  deps: Pick<Deps, 'db' | 'clock'>,
  { kind, ...guesser }: Guesser & { kind: FactorProof['kind'] },
): Promise<{ reset(): Promise<void> } | undefined> {
  return kind === 'passkey' ? undefined : countAttempt(deps, guesser);
}

interface Counter {
  failures: number;
  windowStartedAt: Date;
}

/** A window in the future was written by a clock that ran ahead; it restarts. */
function refill({ failures, windowStartedAt }: Counter, now: Date): Counter {
  const startedAt = Math.min(windowStartedAt.getTime(), now.getTime());
  if (failures === 0) return { failures, windowStartedAt: now };
  const regained = Math.floor((now.getTime() - startedAt) / REFILL_MS);
  return {
    failures: Math.max(0, failures - regained),
    windowStartedAt: new Date(startedAt + regained * REFILL_MS),
  };
}

function keyOf({ userId, device = '' }: Guesser): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([userId, device]))
    .digest('base64url');
  return `factor:${hash}`;
}
