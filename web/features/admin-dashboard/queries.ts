import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api.ts';

/** Beside the live stream, for the health of the system, which no event tells. */
const HEALTH_MS = 30_000;

/** Totals of the whole product and whether its parts work. */
export function useAdminDashboard() {
  return useQuery(orpc.dashboards.admin.queryOptions({ refetchInterval: HEALTH_MS }));
}

/** What waits for a decision, and who has decided today. */
export function useWork() {
  return useQuery(orpc.dashboards.work.queryOptions({ refetchInterval: HEALTH_MS }));
}

export type ChartDays = 30 | 90;

/** What the charts show of the last days; the last drawing stays while another is fetched. */
export function useCharts(days: ChartDays) {
  return useQuery(
    orpc.dashboards.charts.queryOptions({
      input: { days },
      refetchInterval: HEALTH_MS,
      placeholderData: keepPreviousData,
    }),
  );
}
