import type { Health } from '#contract/dashboards/schema.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { toIndianDay } from '#server/base/days.ts';
import { logError } from '#server/base/repeated-errors.ts';
import type { Query } from '#server/db/database.ts';
import { countUnprojected } from '#server/db/projector.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { acceptsPasswords } from '#server/platform/auth/password.ts';
import { toOwnTransaction } from '../transactions/transaction-views.ts';
import {
  isWritable,
  readAnySession,
  selectDailyFlows,
  selectOwnCounts,
  selectPendingAges,
  selectRecent,
  selectSourceFlows,
  selectTotals,
} from './dashboards.queries.ts';
import { selectRejections } from './open-work.queries.ts';

const RECENT_LIMIT = 10;
/** This many changes accumulate in minutes: the job that reads them has stopped. */
const MAX_UNPROJECTED = 20_000;
const DAY_MS = 24 * 60 * 60_000;

export async function getOwnCounts({ db }: Deps, { userId }: Actor) {
  return selectOwnCounts(db.query, userId);
}

export async function listRecent({ db }: Deps, { userId }: Actor): Promise<OwnTransaction[]> {
  const rows = await selectRecent(db.orm, userId, RECENT_LIMIT);
  return rows.map((row) => toOwnTransaction(db.secrets, row));
}

export async function getAdminDashboard(deps: Deps) {
  const { db } = deps;
  const [totals, health] = await Promise.all([selectTotals(db.query), checkHealth(deps)]);
  return { ...totals, health };
}

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

export async function checkHealth({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<Health> {
  const works = (part: string, check: () => Promise<boolean>) =>
    check().catch((error: unknown) => {
      logError(log, { error, message: 'a health check failed', about: { part } });
      return false;
    });
  const [database, authentication, isProjecting] = await Promise.all([
    works('database', () => isWritable(db.query)),
    works('authentication', () => canSignIn(db.query)),
    works(
      'transactions',
      async () => (await countUnprojected(db.query, MAX_UNPROJECTED)) < MAX_UNPROJECTED,
    ),
  ]);
  return { database, authentication, transactions: database && isProjecting };
}

async function canSignIn(query: Query): Promise<boolean> {
  await readAnySession(query);
  return acceptsPasswords();
}
