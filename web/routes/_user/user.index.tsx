import { createFileRoute } from '@tanstack/react-router';
import { prefetchDashboard } from '../../features/dashboards/model/prefetch.ts';
import { UserDashboardPage } from '../../features/dashboards/UserDashboardPage.tsx';

export const Route = createFileRoute('/_user/user/')({
  loader: prefetchDashboard,
  component: UserDashboardPage,
});
