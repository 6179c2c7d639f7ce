import { createFileRoute } from '@tanstack/react-router';
import { PassbookPage } from '../../features/transactions/passbook/PassbookPage.tsx';
import { passbookSearch } from '../../lib/lists/transaction-filters.ts';

export const Route = createFileRoute('/_user/user/transactions')({
  validateSearch: passbookSearch,
  component: PassbookPage,
});
