import { createFileRoute } from '@tanstack/react-router';
import { AdminDashboardPage } from '../../features/admin-dashboard/AdminDashboardPage.tsx';

export const Route = createFileRoute('/_admin/admin/')({ component: AdminDashboardPage });
