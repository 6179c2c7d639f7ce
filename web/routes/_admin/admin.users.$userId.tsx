import { createFileRoute } from '@tanstack/react-router';
import { userPageSearch } from '../../features/users/model/user-tabs.ts';
import { UserPage } from '../../features/users/pages/UserPage.tsx';

export const Route = createFileRoute('/_admin/admin/users/$userId')({
  validateSearch: userPageSearch,
  component: UserPage,
});
