import { createFileRoute } from '@tanstack/react-router';
import { DepositsManagementPage } from '../../features/review/list/DepositsManagementPage.tsx';
import { reviewAddress, reviewSearch } from '../../features/review/list/filters.ts';
import { requestsQuery } from '../../features/review/list/list-query.ts';
import { prefetchList } from '../../features/sessions/queries.ts';

export const Route = createFileRoute('/_admin/admin/deposits')({
  validateSearch: reviewSearch,
  loader: ({ location }) =>
    prefetchList(requestsQuery('deposit', reviewAddress.read(location.search))),
  component: DepositsManagementPage,
});
