import type { Health } from '#contract/dashboards.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import type { Query } from '#server/db/database.ts';
import { toIndianDay } from '#server/lib/days.ts';
import type { Deps } from '#server/lib/deps.ts';
import type { Actor } from '#server/lib/gate.ts';
import { acceptsPasswords } from '#server/lib/password.ts';
import { logError } from '#server/lib/repeated-errors.ts';
import { toOwnTransaction } from '../transactions/service.ts';
import {
  countUnfolded,
  isWritable,
  readAnySession,
  selectDailyFlows,
  selectOwnCounts,
  selectPendingAges,
  selectRecent,
  selectSourceFlows,
  selectTotals,
} from './queries.ts';
import { selectRejections } from './work-queries.ts';

const RECENT_LIMIT = 10;
/** So many unfolded deltas are minutes of work: whoever folds them has stopped. */
const MAX_UNFOLDED = 20_000;
const DAY_MS = 24 * 60 * 60_000;

/** How many transactions the caller has, without administrators' adjustments. */
export async function getOwnCounts({ db }: Deps, { userId }: Actor) {
  return selectOwnCounts(db.query, userId);
}

/** The caller's newest transactions, without administrators' adjustments. */
export async function listRecent({ db }: Deps, { userId }: Actor): Promise<OwnTransaction[]> {
  return (await selectRecent(db.orm, userId, RECENT_LIMIT)).map(toOwnTransaction);
}

/** The totals of the whole product, and how its parts are. */
export async function getAdminDashboard(deps: Deps) {
  const [totals, health] = await Promise.all([selectTotals(deps.db.query), checkHealth(deps)]);
  return { ...totals, health };
}

/** What the administrators' charts show of the last `days` days, today included. */
export async function getCharts({ db, clock }: Deps, days: number) {
  const now = clock.now();
  const first = toIndianDay(new Date(now.getTime() - (days - 1) * DAY_MS));
  const [daily, pendingAge, bySource, byReason] = await Promise.all([
    selectDailyFlows(db.query, { first, last: toIndianDay(now) }),
    selectPendingAges(db.query, now),
    selectSourceFlows(db.query, first),
    selectRejections(db.query, first),
  ]);
  return { daily, pendingAge, bySource, byReason };
}

/** Tries each part of the product. A part whose check fails does not work. */
export async function checkHealth({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<Health> {
  const works = (part: string, check: () => Promise<boolean>) =>
    check().catch((error: unknown) => {
      logError(log, { error, message: 'a health check failed', about: { part } });
      return false;
    });
  const [database, authentication, isFolding] = await Promise.all([
    works('database', () => isWritable(db.query)),
    works('authentication', () => canSignIn(db.query)),
    works('transactions', async () => (await countUnfolded(db.query, MAX_UNFOLDED)) < MAX_UNFOLDED),
  ]);
  return { database, authentication, transactions: database && isFolding };
}

/** Sessions can be read, and passwords are not refused for a flood of them. */
async function canSignIn(query: Query): Promise<boolean> {
  await readAnySession(query);
  return acceptsPasswords();
}
