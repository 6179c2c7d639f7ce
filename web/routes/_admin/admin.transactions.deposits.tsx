import { createFileRoute } from '@tanstack/react-router';
import { DepositsManagementPage } from '../../features/review/DepositsManagementPage.tsx';

export const Route = createFileRoute('/_admin/admin/transactions/deposits')({
  component: DepositsManagementPage,
});
