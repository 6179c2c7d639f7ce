import { createFileRoute } from '@tanstack/react-router';
import { DepositsManagementPage } from '../../features/review/DepositsManagementPage.tsx';
import { reviewSearch } from '../../features/review/filters.ts';

export const Route = createFileRoute('/_admin/admin/deposits')({
  validateSearch: reviewSearch,
  component: DepositsManagementPage,
});
