import { createFileRoute } from '@tanstack/react-router';
import { askForDashboard } from '../../features/dashboards/prefetch.ts';
import { UserDashboardPage } from '../../features/dashboards/UserDashboardPage.tsx';

export const Route = createFileRoute('/_user/user/')({
  loader: askForDashboard,
  component: UserDashboardPage,
});
