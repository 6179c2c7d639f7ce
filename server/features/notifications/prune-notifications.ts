import { MAX_NOTIFICATIONS } from '#contract/notifications/rules.ts';
import type { Deps } from '#server/deps/deps.ts';
import { pruneStep } from './prune-notifications.queries.ts';

const DAY_MS = 24 * 60 * 60_000;
const KEPT_DAYS = 400;
const PEOPLE_PER_STEP = 500;
const ROWS_PER_STEP = 1000;
const STEPS_PER_RUN = 20;
const START = '00000000-0000-0000-0000-000000000000';

/** Returns a job that deletes old notifications, and those beyond the maximum of a person, some at each run. */
export function createNotificationPruning({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): () => Promise<void> {
  let after = START;
  return async () => {
    const olderThan = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
    for (let step = 0; step < STEPS_PER_RUN; step += 1) {
      const { deleted, last } = await pruneStep(db.query, {
        ...{ after, olderThan, newest: MAX_NOTIFICATIONS },
        ...{ people: PEOPLE_PER_STEP, rows: ROWS_PER_STEP },
      });
      // A full step may have left rows of the same people.
      if (deleted === ROWS_PER_STEP) continue;
      after = last ?? START;
      if (last === null) return;
    }
  };
}
