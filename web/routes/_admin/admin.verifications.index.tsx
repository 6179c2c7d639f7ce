import { createFileRoute } from '@tanstack/react-router';
import { VerificationsPage } from '../../features/verifications/pages/VerificationsPage.tsx';

export const Route = createFileRoute('/_admin/admin/verifications/')({
  component: VerificationsPage,
});
