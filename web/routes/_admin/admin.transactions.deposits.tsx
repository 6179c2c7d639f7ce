import { createFileRoute } from '@tanstack/react-router';
import { DepositsManagementPage } from '../../features/review/list/DepositsManagementPage.tsx';
import { reviewSearch } from '../../features/review/list/filters.ts';

export const Route = createFileRoute('/_admin/admin/transactions/deposits')({
  validateSearch: reviewSearch,
  component: DepositsManagementPage,
});
