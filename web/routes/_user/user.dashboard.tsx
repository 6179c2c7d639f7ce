import { createFileRoute } from '@tanstack/react-router';
import { CompactDashboardPage } from '../../features/dashboards/UserDashboardPage.tsx';

export const Route = createFileRoute('/_user/user/dashboard')({ component: CompactDashboardPage });
