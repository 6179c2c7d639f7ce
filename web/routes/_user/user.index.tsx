import { createFileRoute } from '@tanstack/react-router';
import { UserDashboardPage } from '../../features/dashboards/UserDashboardPage.tsx';

export const Route = createFileRoute('/_user/user/')({ component: UserDashboardPage });
