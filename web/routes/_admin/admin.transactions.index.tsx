import { createFileRoute } from '@tanstack/react-router';
import { transactionsQuery } from '../../features/admin-transactions/list-query.ts';
import { TransactionsPage } from '../../features/admin-transactions/TransactionsPage.tsx';
import { prefetchList } from '../../features/sessions/queries.ts';
import { passbookSearch, readFilters } from '../../lib/transaction-filters.ts';

export const Route = createFileRoute('/_admin/admin/transactions/')({
  validateSearch: passbookSearch,
  loader: ({ location }) => prefetchList(transactionsQuery(readFilters(location.search))),
  component: TransactionsPage,
});
