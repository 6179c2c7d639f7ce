import type { Job } from '../base/timers.ts';
import type { Database } from './database.ts';
import { project } from './projector.ts';

/** Changes are added to sums within a second. */
export const listProjectionJobs = ({ db }: { db: Database }): Job[] => [
  { name: 'project changes', intervalMs: 500, run: () => project(db) },
];
