import { createFileRoute } from '@tanstack/react-router';
import { reviewSearch } from '../../features/review/filters.ts';
import { WithdrawalsManagementPage } from '../../features/review/WithdrawalsManagementPage.tsx';

export const Route = createFileRoute('/_admin/admin/withdrawals')({
  validateSearch: reviewSearch,
  component: WithdrawalsManagementPage,
});
