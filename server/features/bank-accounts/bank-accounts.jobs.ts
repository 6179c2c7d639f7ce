import { CHECK_INTERVAL_MS, type Job, SWEEP_INTERVAL_MS } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { createEncryptionJob } from './encrypt-numbers.ts';
import { createAccountPruning } from './prune-accounts.ts';

export const listBankAccountJobs = (deps: Deps): Job[] => [
  {
    name: 'encrypt account numbers',
    intervalMs: CHECK_INTERVAL_MS,
    run: createEncryptionJob(deps.db),
  },
  {
    name: 'prune removed bank accounts',
    intervalMs: SWEEP_INTERVAL_MS,
    run: createAccountPruning(deps),
  },
];
