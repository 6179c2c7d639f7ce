import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../features/audit/AuditPage.tsx';
import { auditAddress, auditSearch } from '../../features/audit/model/filters.ts';
import { auditQuery } from '../../features/audit/model/list-query.ts';
import { prefetchList } from '../../features/sessions/queries.ts';

export const Route = createFileRoute('/_admin/admin/audit')({
  validateSearch: auditSearch,
  loader: ({ location }) => prefetchList(auditQuery(auditAddress.read(location.search))),
  component: AuditPage,
});
