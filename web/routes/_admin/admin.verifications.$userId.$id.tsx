import { createFileRoute } from '@tanstack/react-router';
import { VerificationPage } from '../../features/verifications/pages/VerificationPage.tsx';

export const Route = createFileRoute('/_admin/admin/verifications/$userId/$id')({
  component: VerificationPage,
});
