import { type Job, SWEEP_INTERVAL_MS } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { eraseOldDocuments } from './erase-documents.ts';

export const listVerificationJobs = (deps: Deps): Job[] => [
  {
    name: 'delete verification documents',
    intervalMs: SWEEP_INTERVAL_MS,
    run: () => eraseOldDocuments(deps),
  },
];
