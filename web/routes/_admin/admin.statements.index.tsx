import { createFileRoute } from '@tanstack/react-router';
import { statementSearch } from '../../features/statements/model/search.ts';
import { StatementsPage } from '../../features/statements/pages/StatementsPage.tsx';

export const Route = createFileRoute('/_admin/admin/statements/')({
  validateSearch: statementSearch,
  component: StatementsPage,
});
