import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orpc } from '#web/lib/api/api.ts';

/** Polling interval in milliseconds: system health has no live events. */
const HEALTH_MS = 30_000;

export function useAdminDashboard() {
  return useQuery(orpc.dashboards.admin.queryOptions({ refetchInterval: HEALTH_MS }));
}

export function useWork() {
  return useQuery(orpc.dashboards.work.queryOptions({ refetchInterval: HEALTH_MS }));
}

/** Returns what fails: webhooks, backups, verifications. */
export function useFailures() {
  return useQuery(orpc.dashboards.failures.queryOptions({ refetchInterval: HEALTH_MS }));
}

export type ChartDays = 30 | 90;

/** Returns the chart data of the last days. Keeps the previous data while fetching. */
export function useCharts(days: ChartDays) {
  return useQuery(
    orpc.dashboards.charts.queryOptions({
      input: { days },
      refetchInterval: HEALTH_MS,
      placeholderData: keepPreviousData,
    }),
  );
}
