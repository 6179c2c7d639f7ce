import { createFileRoute } from '@tanstack/react-router';
import { DeskPage } from '../../features/review/desk/DeskPage.tsx';
import { deskSearch } from '../../features/review/desk/model.ts';

export const Route = createFileRoute('/_admin/admin/withdrawals_/desk')({
  validateSearch: deskSearch,
  component: () => <DeskPage key="withdrawal" type="withdrawal" />,
});
