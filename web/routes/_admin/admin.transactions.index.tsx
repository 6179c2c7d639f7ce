import { createFileRoute } from '@tanstack/react-router';
import { prefetchList } from '../../features/sessions/queries.ts';
import { transactionsQuery } from '../../features/transactions/admin/model/list-query.ts';
import { TransactionsPage } from '../../features/transactions/admin/TransactionsPage.tsx';
import { adminTransactionAddress, transactionSearch } from '../../lib/lists/transaction-filters.ts';

export const Route = createFileRoute('/_admin/admin/transactions/')({
  validateSearch: transactionSearch,
  loader: ({ location }) =>
    prefetchList(transactionsQuery(adminTransactionAddress.read(location.search))),
  component: TransactionsPage,
});
