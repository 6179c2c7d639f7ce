import { untilIdle } from '../page/idle.ts';
import { queryClient } from './query-client.ts';

const LONGEST_WAIT_MS = 10_000;
/** A page is drawn in steps, with pauses. */
const PAUSE_MS = 300;

/** Resolves when the browser is idle and no query waits for its first response, after `longestMs` at most. */
export function untilDataShown(longestMs = LONGEST_WAIT_MS): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, longestMs);
    void untilCalm().then(() => {
      clearTimeout(limit);
      resolve();
    });
  });
}

/** Drawing a response can start further queries. */
async function untilCalm(): Promise<void> {
  do {
    await untilNothingIsFetched();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await untilIdle({ timeout: LONGEST_WAIT_MS });
  } while (isFetching());
}

function untilNothingIsFetched(): Promise<void> {
  if (!isFetching()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (isFetching()) return;
      stop();
      resolve();
    });
  });
}

function isFetching(): boolean {
  return queryClient.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
}
