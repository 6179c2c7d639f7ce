import { createFileRoute } from '@tanstack/react-router';
import { reviewAddress, reviewSearch } from '../../features/review/list/model/filters.ts';
import { requestsQuery } from '../../features/review/list/model/list-query.ts';
import { DepositsManagementPage } from '../../features/review/list/pages/DepositsManagementPage.tsx';
import { prefetchList } from '../../features/sessions/queries.ts';

export const Route = createFileRoute('/_admin/admin/deposits')({
  validateSearch: reviewSearch,
  loader: ({ location }) =>
    prefetchList(requestsQuery('deposit', reviewAddress.read(location.search))),
  component: DepositsManagementPage,
});
