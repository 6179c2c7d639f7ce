import { createFileRoute } from '@tanstack/react-router';
import { DepositPage } from '../../features/deposits/DepositPage.tsx';
import { sentSearch } from '../../lib/lists/sent-search.ts';

export const Route = createFileRoute('/_user/user/deposit')({
  validateSearch: sentSearch,
  component: DepositPage,
});
