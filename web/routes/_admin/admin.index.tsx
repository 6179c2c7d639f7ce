import { createFileRoute } from '@tanstack/react-router';
import { AdminDashboardPage } from '../../features/dashboards/admin/AdminDashboardPage.tsx';

export const Route = createFileRoute('/_admin/admin/')({ component: AdminDashboardPage });
