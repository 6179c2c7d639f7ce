import { createFileRoute } from '@tanstack/react-router';
import { userSearch } from '../../features/users/filters.ts';
import { UsersPage } from '../../features/users/UsersPage.tsx';

export const Route = createFileRoute('/_admin/admin/users/')({
  validateSearch: userSearch,
  component: UsersPage,
});
