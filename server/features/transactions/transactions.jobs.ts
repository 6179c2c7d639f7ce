import type { Job } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { compareNewReceipts } from './compare-receipts.ts';

export const listTransactionJobs = (deps: Deps, signal: AbortSignal): Job[] => [
  { name: 'compare receipts', intervalMs: 2000, run: () => compareNewReceipts(deps, signal) },
];
