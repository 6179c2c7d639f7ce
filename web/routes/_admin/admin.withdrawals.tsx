import { createFileRoute } from '@tanstack/react-router';
import { WithdrawalsManagementPage } from '../../features/review/WithdrawalsManagementPage.tsx';

export const Route = createFileRoute('/_admin/admin/withdrawals')({
  component: WithdrawalsManagementPage,
});
