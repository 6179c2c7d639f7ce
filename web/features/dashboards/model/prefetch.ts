import { orpc } from '#web/lib/api/api.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { nextTask } from '#web/lib/page/next-task.ts';
import { hasSessionHint } from '#web/lib/session/session.ts';

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
