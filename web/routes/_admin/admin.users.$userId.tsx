import { createFileRoute } from '@tanstack/react-router';
import { UserPage } from '../../features/users/UserPage.tsx';

export const Route = createFileRoute('/_admin/admin/users/$userId')({ component: UserPage });
