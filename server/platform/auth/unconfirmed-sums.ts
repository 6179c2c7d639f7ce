/** Sessions with a sum; beyond it the oldest is forgotten. Only administrators who approve have one. */
const MOST_SESSIONS = 10_000;

interface Taken {
  sessionId: string;
  paise: number;
  limitPaise: number;
}

/**
 * The sums that sessions have approved since they were last confirmed. In memory: they are a brake on top of the rules, and cost an
 * approval no statement.
 */
const sums = new Map<string, number>();

/** Adds each to its session's sum, unless that would exceed the limit. Returns whether it did. */
export function takeUnconfirmed(taken: Taken[]): boolean[] {
  return taken.map(({ sessionId, paise, limitPaise }) => {
    const sum = (sums.get(sessionId) ?? 0) + paise;
    if (sum > limitPaise) return false;
    sums.delete(sessionId);
    sums.set(sessionId, sum);
    const [oldest] = sums.keys();
    if (sums.size > MOST_SESSIONS && oldest !== undefined) sums.delete(oldest);
    return true;
  });
}

/** Called when a request of a confirmed session arrives. */
export function forgetUnconfirmedSum(sessionId: string): void {
  sums.delete(sessionId);
}
