import { createFileRoute } from '@tanstack/react-router';
import { TransactionsPage } from '../../features/admin-transactions/TransactionsPage.tsx';
import { passbookSearch } from '../../lib/transaction-filters.ts';

export const Route = createFileRoute('/_admin/admin/transactions/')({
  validateSearch: passbookSearch,
  component: TransactionsPage,
});
