import type { Clock } from '../../base/clock.ts';
import { describeError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { CHECK_INTERVAL_MS, type Job } from '../../base/timers.ts';
import type { Database } from '../../db/database.ts';
import { writeActivity } from './activity.ts';

/** When it stops, it writes what was noted since the last run. */
export function listActivityJobs(deps: { db: Database; clock: Clock; log: Logger }): Job[] {
  const run = () => writeActivity(deps);
  const stop = () =>
    run().catch((error: unknown) => {
      deps.log.warn({ error: describeError(error) }, 'the last activity could not be recorded');
    });
  return [{ name: 'record activity', intervalMs: CHECK_INTERVAL_MS, run, stop }];
}
