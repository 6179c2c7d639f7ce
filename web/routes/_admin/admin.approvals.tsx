import { createFileRoute } from '@tanstack/react-router';
import { ApprovalsPage } from '../../features/approvals/pages/ApprovalsPage.tsx';

export const Route = createFileRoute('/_admin/admin/approvals')({ component: ApprovalsPage });
