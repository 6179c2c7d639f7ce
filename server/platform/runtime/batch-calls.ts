import DataLoader from 'dataloader';
import pLimit from 'p-limit';

/** Runs one call that may be batched with concurrent ones. Throws if the call fails. */
export type BatchedCall<Call, Answer> = (call: Call) => Promise<Answer>;

export interface BatchOptions<Call, Answer> {
  /**
   * Runs a batch in order as a unit. Returns a result, an error, or `RUN_INDIVIDUALLY` for a call that it left out,
   * in the same order. If it throws, nothing was done.
   */
  runBatch(calls: readonly Call[]): Promise<(Answer | Error | typeof RUN_INDIVIDUALLY)[]>;
  maxBatchSize: number;
  /** Number of waiting calls from which a second run starts in parallel. If undefined, none does. */
  secondBatchThreshold?: number;
  /** Individual retries, for batches that one call can make fail. */
  individualRetry?: {
    /** Returns whether a single call may have caused the error of a batch of `count`, so that each is retried alone. */
    shouldRetryIndividually(error: unknown, count: number): boolean;
    runOne(call: Call): Promise<Answer>;
  };
}

/** Result of a call that its batch left out. It runs individually, and other calls do not wait for it. */
export const RUN_INDIVIDUALLY = Symbol('run individually');
const MAX_PARALLEL_RETRIES = 16;

/**
 * Micro-batching. A call starts immediately if nothing runs. Calls that arrive while a batch runs wait and form the
 * next batch of up to `maxBatchSize` calls. A single caller therefore never waits, and more callers share the cost of a
 * run. When enough calls wait, a second batch runs in parallel; a third never does.
 *
 * A failed call does not fail others: if a batch throws an error that one call may have caused, each of its calls is
 * retried individually while the next batch runs.
 */
export function batchCalls<Call, Answer>({
  runBatch,
  maxBatchSize,
  secondBatchThreshold = Number.POSITIVE_INFINITY,
  individualRetry,
}: BatchOptions<Call, Answer>): BatchedCall<Call, Answer> {
  const waiting: { dispatch: () => void; size: number }[] = [];
  let running = 0;
  const limitRetries = pLimit(MAX_PARALLEL_RETRIES);
  const run = async (
    calls: readonly Call[],
  ): Promise<(Answer | Error | typeof RUN_INDIVIDUALLY)[]> => {
    running += 1;
    try {
      return await runBatch(calls);
    } catch (error) {
      if (!individualRetry?.shouldRetryIndividually(error, calls.length)) throw error;
      return calls.map(() => RUN_INDIVIDUALLY);
    } finally {
      running -= 1;
      start();
    }
  };
  const loader = new DataLoader(run, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (dispatch) => void waiting.push({ dispatch, size: 0 }),
  });
  const start = () => {
    const [next] = waiting;
    if (!next || running > 1 || (running === 1 && next.size < secondBatchThreshold)) return;
    waiting.shift();
    next.dispatch();
  };
  return async (call) => {
    const answered = loader.load(call);
    const last = waiting.at(-1);
    if (last) last.size += 1;
    queueMicrotask(start);
    const answer = await answered;
    if (answer !== RUN_INDIVIDUALLY) return answer;
    if (!individualRetry) throw new Error('Individual retries are off');
    return limitRetries(individualRetry.runOne, call);
  };
}
