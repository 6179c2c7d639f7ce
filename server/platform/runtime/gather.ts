import DataLoader from 'dataloader';
import pLimit from 'p-limit';

/** Runs one call that may be batched with concurrent ones. Throws if the call fails. */
export type Ask<Asked, Answer> = (asked: Asked) => Promise<Answer>;

export interface Gathering<Asked, Answer> {
  /**
   * Runs a batch in order as a unit. Returns a result, an error, or `APART` for a call that it left out, in the same
   * order. If it throws, nothing was done.
   */
  together(asked: readonly Asked[]): Promise<(Answer | Error | typeof APART)[]>;
  most: number;
  /** Number of waiting calls from which a second run starts in parallel. If undefined, none does. */
  beside?: number;
  /** Individual retries, for batches that one call can make fail. */
  apart?: {
    /** Returns whether a single call may have caused the error of a batch of `count`, so that each is retried alone. */
    isOfOne(error: unknown, count: number): boolean;
    /** Runs one call individually. Several may run in parallel. */
    alone(asked: Asked): Promise<Answer>;
  };
}

/** Result of a call that its batch left out. It runs individually, and other calls do not wait for it. */
export const APART = Symbol('apart');
const ALONE_AT_ONCE = 16;

/**
 * Micro-batching. A call starts immediately if nothing runs. Calls that arrive while a batch runs wait and form the
 * next batch of up to `most` calls. A single caller therefore never waits, and more callers share the cost of a run.
 * When enough calls wait, a second batch runs in parallel; a third never does.
 *
 * A failed call does not fail others: if a batch throws an error that one call may have caused, each of its calls is
 * retried individually while the next batch runs.
 */
export function gather<Asked, Answer>({
  together,
  most,
  beside = Number.POSITIVE_INFINITY,
  apart,
}: Gathering<Asked, Answer>): Ask<Asked, Answer> {
  const waiting: { dispatch: () => void; size: number }[] = [];
  let running = 0;
  const apartInTurn = pLimit(ALONE_AT_ONCE);
  const run = async (asked: readonly Asked[]): Promise<(Answer | Error | typeof APART)[]> => {
    running += 1;
    try {
      return await together(asked);
    } catch (error) {
      if (!apart?.isOfOne(error, asked.length)) throw error;
      return asked.map(() => APART);
    } finally {
      running -= 1;
      start();
    }
  };
  const loader = new DataLoader(run, {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: (dispatch) => void waiting.push({ dispatch, size: 0 }),
  });
  const start = () => {
    const [next] = waiting;
    if (!next || running > 1 || (running === 1 && next.size < beside)) return;
    waiting.shift();
    next.dispatch();
  };
  return async (asked) => {
    const answered = loader.load(asked);
    const last = waiting.at(-1);
    if (last) last.size += 1;
    queueMicrotask(start);
    const answer = await answered;
    if (answer !== APART) return answer;
    if (!apart) throw new Error('Nothing is done by itself here');
    return apartInTurn(apart.alone, asked);
  };
}
