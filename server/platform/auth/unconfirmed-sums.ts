/** Sessions with a sum; beyond it the oldest is forgotten. Only administrators who approve have one. */
const MOST_SESSIONS = 10_000;

interface Taken {
  sessionId: string;
  paise: number;
  limitPaise: number;
}

/** The sums that sessions have approved since they were last confirmed, in paise. */
export interface UnconfirmedSums {
  /** Adds to a session's sum, unless it would exceed the limit. Returns whether it did. */
  take(taken: Taken): Promise<boolean>;
  forget(sessionId: string): void;
}

/** In memory: they are a brake on top of the rules, and cost an approval no statement. */
export function createUnconfirmedSums(): UnconfirmedSums {
  const sums = new Map<string, number>();
  return {
    async take({ sessionId, paise, limitPaise }) {
      const sum = (sums.get(sessionId) ?? 0) + paise;
      if (sum > limitPaise) return false;
      sums.delete(sessionId);
      sums.set(sessionId, sum);
      const [oldest] = sums.keys();
      if (sums.size > MOST_SESSIONS && oldest !== undefined) sums.delete(oldest);
      return true;
    },
    forget: (sessionId) => void sums.delete(sessionId),
  };
}

let sums = createUnconfirmedSums();

/** Uses the sums of the primary process, so that a session has one sum in all workers of the server. */
export function shareUnconfirmedSums(shared: UnconfirmedSums): void {
  sums = shared;
}

export function takeUnconfirmed(taken: Taken): Promise<boolean> {
  return sums.take(taken);
}

/** Called when a request of a confirmed session arrives. */
export function forgetUnconfirmedSum(sessionId: string): void {
  sums.forget(sessionId);
}
