import { setTimeout as wait } from 'node:timers/promises';
import type { Query } from '../server/db/database.ts';
import { readLags } from '../server/db/projector.ts';
import type { Figures } from './report.ts';
import { quantile } from './statistics.ts';

const PAUSE_MS = 20;

/** Reads the age of the oldest change that a projection does not contain yet, repeatedly while `work` runs. */
export async function withLags<Result>(
  query: Query,
  work: () => Promise<Result>,
): Promise<{ result: Result; lags: Figures }> {
  const ended = new AbortController();
  const sampling = sampleLags(query, ended.signal);
  try {
    const result = await work();
    ended.abort();
    const seconds = (await sampling).toSorted((a, b) => a - b);
    const ms = (share: number) => 1000 * quantile(seconds, share);
    const lags = {
      'lag of the projections, p50 in ms': ms(0.5),
      'lag of the projections, p99 in ms': ms(0.99),
    };
    return { result, lags };
  } finally {
    ended.abort();
  }
}

/** Returns the lag of the latest projection at each sample. */
async function sampleLags(query: Query, signal: AbortSignal): Promise<number[]> {
  const sampled: number[] = [];
  while (!signal.aborted) {
    sampled.push(Math.max(...(await readLags(query)).map(({ seconds }) => seconds)));
    await wait(PAUSE_MS);
  }
  return sampled;
}
