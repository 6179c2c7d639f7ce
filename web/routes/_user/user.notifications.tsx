import { createFileRoute } from '@tanstack/react-router';
import { NotificationsPage } from '../../features/notifications/NotificationsPage.tsx';

export const Route = createFileRoute('/_user/user/notifications')({ component: NotificationsPage });
