import { createFileRoute } from '@tanstack/react-router';
import { PassbookPage } from '../../features/passbook/PassbookPage.tsx';
import { passbookSearch } from '../../lib/transaction-filters.ts';

export const Route = createFileRoute('/_user/user/transactions')({
  validateSearch: passbookSearch,
  component: PassbookPage,
});
