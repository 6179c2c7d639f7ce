import { createFileRoute } from '@tanstack/react-router';
import { reviewAddress, reviewSearch } from '../../features/review/list/model/filters.ts';
import { requestsQuery } from '../../features/review/list/model/list-query.ts';
import { WithdrawalsManagementPage } from '../../features/review/list/pages/WithdrawalsManagementPage.tsx';
import { prefetchList } from '../../features/sessions/queries.ts';

export const Route = createFileRoute('/_admin/admin/withdrawals')({
  validateSearch: reviewSearch,
  loader: ({ location }) =>
    prefetchList(requestsQuery('withdrawal', reviewAddress.read(location.search))),
  component: WithdrawalsManagementPage,
});
