import { createFileRoute } from '@tanstack/react-router';
import { reviewSearch } from '../../features/review/list/model/filters.ts';
import { DepositsManagementPage } from '../../features/review/list/pages/DepositsManagementPage.tsx';

export const Route = createFileRoute('/_admin/admin/transactions/deposits')({
  validateSearch: reviewSearch,
  component: DepositsManagementPage,
});
