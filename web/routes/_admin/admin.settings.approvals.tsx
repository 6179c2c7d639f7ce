import { createFileRoute } from '@tanstack/react-router';
import { ApprovalRulesPage } from '../../features/approvals/pages/ApprovalRulesPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/approvals')({
  component: ApprovalRulesPage,
});
