import { orpc } from '../../lib/api.ts';
import { nextTask } from '../../lib/next-task.ts';
import { queryClient } from '../../lib/query-client.ts';
import { hasSessionHint } from '../../lib/session.ts';

/** Prefetches the dashboard's data while its code loads. */
export function prefetchDashboard(): void {
  // If no user is signed in, the server would refuse three requests.
  if (hasSessionHint()) void nextTask().then(ask);
}

function ask(): void {
  void queryClient.prefetchQuery(orpc.banners.listActive.queryOptions());
  void queryClient.prefetchQuery(orpc.dashboards.own.queryOptions());
  void queryClient.prefetchQuery(orpc.dashboards.recent.queryOptions());
}
