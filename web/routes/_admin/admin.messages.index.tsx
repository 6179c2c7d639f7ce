import { createFileRoute } from '@tanstack/react-router';
import { messagesSearch } from '../../features/support-messages/model.ts';
import { MessagesPage } from '../../features/support-messages/pages/MessagesPage.tsx';

export const Route = createFileRoute('/_admin/admin/messages/')({
  validateSearch: messagesSearch,
  component: MessagesPage,
});
