import { createFileRoute } from '@tanstack/react-router';
import { WebhookPage } from '../../features/webhooks/pages/WebhookPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/webhooks/$webhookId')({
  component: WebhookPage,
});
