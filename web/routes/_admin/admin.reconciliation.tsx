import { createFileRoute } from '@tanstack/react-router';
import { reconciliationSearch } from '../../features/reconciliation/model/tabs.ts';
import { ReconciliationPage } from '../../features/reconciliation/ReconciliationPage.tsx';

export const Route = createFileRoute('/_admin/admin/reconciliation')({
  validateSearch: reconciliationSearch,
  component: ReconciliationPage,
});
