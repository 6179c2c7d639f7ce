import { createFileRoute } from '@tanstack/react-router';
import { CreateUserPage } from '../../features/users/pages/CreateUserPage.tsx';

export const Route = createFileRoute('/_admin/admin/users/create')({ component: CreateUserPage });
