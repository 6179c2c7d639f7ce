import { createFileRoute } from '@tanstack/react-router';
import { prefetchList } from '../../features/sessions/queries.ts';
import { userAddress, userSearch } from '../../features/users/model/filters.ts';
import { usersQuery } from '../../features/users/model/list-query.ts';
import { UsersPage } from '../../features/users/pages/UsersPage.tsx';

export const Route = createFileRoute('/_admin/admin/users/')({
  validateSearch: userSearch,
  loader: ({ location }) => prefetchList(usersQuery(userAddress.read(location.search))),
  component: UsersPage,
});
