import { createFileRoute } from '@tanstack/react-router';
import { prefetchDashboard } from '../../features/dashboards/model/prefetch.ts';
import { CompactDashboardPage } from '../../features/dashboards/UserDashboardPage.tsx';

export const Route = createFileRoute('/_user/user/dashboard')({
  loader: prefetchDashboard,
  component: CompactDashboardPage,
});
