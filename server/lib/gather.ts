import DataLoader from 'dataloader';
import pLimit from 'p-limit';

/** Does one of what may be asked at the same time; throws why it could not. */
export type Ask<Asked, Answer> = (asked: Asked) => Promise<Answer>;

export interface Gathering<Asked, Answer> {
  /**
   * Does all of a list, in order, as one: an answer or an error for each, in the same order, or `APART` for
   * one that it left out. When it throws, nothing was done.
   */
  together(asked: readonly Asked[]): Promise<(Answer | Error | typeof APART)[]>;
  /** How many are taken together at most. */
  most: number;
  /** How many have to wait for a second run to begin beside the first; without it, none does. */
  beside?: number;
  /** For what one of a list can make fail for all. */
  apart?: {
    /** Whether what `together` threw for so many may be one's alone, so that each is to be done by itself. */
    isOfOne(error: unknown, count: number): boolean;
    /** Does one by itself. Several run at once. */
    alone(asked: Asked): Promise<Answer>;
  };
}

/** In place of an answer: it is to be done by itself. Its neighbours don't wait for it. */
export const APART = Symbol('apart');
/** How many run by themselves at once, after they could not together. */
const ALONE_AT_ONCE = 16;

/**
 * What arrives together is done together. Whoever comes while nothing runs begins at once; whoever comes
 * while something runs waits, and all of them (up to `most`) are taken by the next run. So a lone caller
 * waits for nobody, and the cost of a run is shared the more callers there are. Once `beside` of them wait, a second
 * run begins before the first has ended; a third never does.
 *
 * One caller's failure is not another's: when a run throws for what may be the fault of one, each of its
 * members is done again by itself, while the next run goes on.
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
