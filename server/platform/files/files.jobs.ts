import { type Job, SWEEP_INTERVAL_MS } from '../../base/timers.ts';
import { sweepOrphans } from './orphans.ts';
import type { ImageDeps } from './stored-images.ts';

export const listFileJobs = (deps: ImageDeps): Job[] => [
  { name: 'sweep orphans', intervalMs: SWEEP_INTERVAL_MS, run: () => sweepOrphans(deps) },
];
