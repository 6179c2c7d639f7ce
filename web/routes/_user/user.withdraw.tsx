import { createFileRoute } from '@tanstack/react-router';
import { withdrawSearch } from '../../features/withdrawals/model/tabs.ts';
import { WithdrawPage } from '../../features/withdrawals/WithdrawPage.tsx';

export const Route = createFileRoute('/_user/user/withdraw')({
  validateSearch: withdrawSearch,
  component: WithdrawPage,
});
