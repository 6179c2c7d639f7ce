import { procedures } from '#server/deps/procedures.ts';
import { getAdminDashboard, getCharts, getOwnCounts, listRecent } from './dashboards.ts';
import { getFailures } from './list-failures.ts';
import { getWork } from './open-work.ts';

const { own, recent, admin, charts, work, failures } = procedures.dashboards;

export const dashboardRoutes = {
  own: own.handler(({ context }) => getOwnCounts(context.deps, context.actor)),
  recent: recent.handler(({ context }) => listRecent(context.deps, context.actor)),
  admin: admin.handler(({ context }) => getAdminDashboard(context.deps)),
  charts: charts.handler(({ context, input }) => getCharts(context.deps, input.days)),
  work: work.handler(({ context }) => getWork(context.deps, context.actor)),
  failures: failures.handler(({ context }) => getFailures(context.deps, context.actor)),
};
