import { createFileRoute } from '@tanstack/react-router';
import { ConversationPage } from '../../features/support-messages/pages/ConversationPage.tsx';

export const Route = createFileRoute('/_admin/admin/messages/$userId/$id')({
  component: ConversationPage,
});
