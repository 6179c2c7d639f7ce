import { forReading } from '#server/db/database.ts';
import { procedures } from '#server/platform/auth/gate.ts';
import { getFailures } from './failures/service.ts';
import { getAdminDashboard, getCharts, getOwnCounts, listRecent } from './service.ts';
import { getWork } from './work/service.ts';

const { own, recent, admin, charts, work, failures } = procedures.dashboards;

export const dashboardRoutes = {
  own: own.handler(async ({ context }) =>
    getOwnCounts(await forReading(context.deps), context.actor),
  ),
  recent: recent.handler(async ({ context }) =>
    listRecent(await forReading(context.deps), context.actor),
  ),
  admin: admin.handler(({ context }) => getAdminDashboard(context.deps)),
  charts: charts.handler(async ({ context, input }) =>
    getCharts(await forReading(context.deps), input.days),
  ),
  work: work.handler(async ({ context }) => getWork(await forReading(context.deps), context.actor)),
  failures: failures.handler(({ context }) => getFailures(context.deps, context.actor)),
};
