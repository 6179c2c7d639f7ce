import DataLoader from 'dataloader';
import pLimit from 'p-limit';

export type BatchedCall<Call, Answer> = (call: Call) => Promise<Answer>;

export interface BatchOptions<Call, Answer> {
  /** Returns in order a result, an error or `RUN_INDIVIDUALLY` for each. If it throws, nothing was done. */
  runBatch(calls: readonly Call[]): Promise<(Answer | Error | typeof RUN_INDIVIDUALLY)[]>;
  maxBatchSize: number;
  secondBatchThreshold?: number;
  individualRetry?: {
    /** Whether a single call may have caused the error of a batch of `count`. */
    shouldRetryIndividually(error: unknown, count: number): boolean;
    runOne(call: Call): Promise<Answer>;
  };
}

export const RUN_INDIVIDUALLY = Symbol('run individually');
const MAX_PARALLEL_RETRIES = 16;

/**
 * Micro-batching: calls that arrive while a batch runs form the next one, so a single caller never waits. When enough
 * calls wait, a second batch runs in parallel; a third never does. If one call may have caused the error of a batch,
 * its calls are retried individually while the next batch runs.
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
