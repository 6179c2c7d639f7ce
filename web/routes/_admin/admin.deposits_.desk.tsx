import { createFileRoute } from '@tanstack/react-router';
import { DeskPage } from '../../features/review/DeskPage.tsx';
import { deskSearch } from '../../features/review/use-desk.ts';

export const Route = createFileRoute('/_admin/admin/deposits_/desk')({
  validateSearch: deskSearch,
  component: () => <DeskPage key="deposit" type="deposit" />,
});
