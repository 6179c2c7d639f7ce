import { createFileRoute } from '@tanstack/react-router';
import { WebhooksPage } from '../../features/webhooks/pages/WebhooksPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/webhooks/')({
  component: WebhooksPage,
});
