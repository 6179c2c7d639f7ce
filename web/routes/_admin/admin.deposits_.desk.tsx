import { createFileRoute } from '@tanstack/react-router';
import { deskSearch } from '../../features/review/desk/model/search.ts';
import { DeskPage } from '../../features/review/desk/pages/DeskPage.tsx';

export const Route = createFileRoute('/_admin/admin/deposits_/desk')({
  validateSearch: deskSearch,
  component: () => <DeskPage key="deposit" type="deposit" />,
});
