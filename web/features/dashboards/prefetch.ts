import { orpc } from '../../lib/api.ts';
import { nextTask } from '../../lib/next-task.ts';
import { queryClient } from '../../lib/query-client.ts';
import { hasSessionHint } from '../../lib/session.ts';

/** Asks for what a dashboard shows while its code is still on its way. */
export function prefetchDashboard(): void {
  // Who is not signed in would only be refused three times more.
  if (hasSessionHint()) void nextTask().then(ask);
}

function ask(): void {
  void queryClient.prefetchQuery(orpc.banners.listActive.queryOptions());
  void queryClient.prefetchQuery(orpc.dashboards.own.queryOptions());
  void queryClient.prefetchQuery(orpc.dashboards.recent.queryOptions());
}
