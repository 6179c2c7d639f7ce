import { createFileRoute } from '@tanstack/react-router';
import { OwnConversationPage } from '../../features/support-messages/pages/OwnConversationPage.tsx';

export const Route = createFileRoute('/_user/user/support/$id')({
  component: OwnConversationPage,
});
