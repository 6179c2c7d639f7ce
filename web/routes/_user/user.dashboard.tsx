import { createFileRoute } from '@tanstack/react-router';
import { askForDashboard } from '../../features/dashboards/prefetch.ts';
import { CompactDashboardPage } from '../../features/dashboards/UserDashboardPage.tsx';

export const Route = createFileRoute('/_user/user/dashboard')({
  loader: askForDashboard,
  component: CompactDashboardPage,
});
