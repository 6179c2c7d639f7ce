import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../features/audit/AuditPage.tsx';
import { auditSearch } from '../../features/audit/filters.ts';

export const Route = createFileRoute('/_admin/admin/audit')({
  validateSearch: auditSearch,
  component: AuditPage,
});
