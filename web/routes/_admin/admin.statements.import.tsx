import { createFileRoute } from '@tanstack/react-router';
import { ImportStatementPage } from '../../features/statements/pages/ImportStatementPage.tsx';

export const Route = createFileRoute('/_admin/admin/statements/import')({
  component: ImportStatementPage,
});
