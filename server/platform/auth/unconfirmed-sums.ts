/** Sessions with a sum; beyond it the oldest is forgotten. Only administrators who approve have one. */
const MOST_SESSIONS = 10_000;

/**
 * The sum that each session of this process has approved since it was last confirmed, in paise. In memory: it is a brake on top of
 * the rules, and costs an approval no statement.
 */
const sums = new Map<string, number>();

export function readUnconfirmedSum(sessionId: string): number {
  return sums.get(sessionId) ?? 0;
}

export function addUnconfirmed(sessionId: string, paise: number): void {
  const sum = readUnconfirmedSum(sessionId) + paise;
  sums.delete(sessionId);
  sums.set(sessionId, sum);
  const [oldest] = sums.keys();
  if (sums.size > MOST_SESSIONS && oldest !== undefined) sums.delete(oldest);
}

/** Called when a request of a confirmed session arrives. */
export function forgetUnconfirmedSum(sessionId: string): void {
  sums.delete(sessionId);
}
