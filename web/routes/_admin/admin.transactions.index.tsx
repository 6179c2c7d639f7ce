import { createFileRoute } from '@tanstack/react-router';
import { prefetchList } from '../../features/sessions/queries.ts';
import { transactionsQuery } from '../../features/transactions/admin/model/list-query.ts';
import { TransactionsPage } from '../../features/transactions/admin/pages/TransactionsPage.tsx';
import { passbookSearch, readFilters } from '../../lib/lists/transaction-filters.ts';

export const Route = createFileRoute('/_admin/admin/transactions/')({
  validateSearch: passbookSearch,
  loader: ({ location }) => prefetchList(transactionsQuery(readFilters(location.search))),
  component: TransactionsPage,
});
