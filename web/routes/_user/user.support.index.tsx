import { createFileRoute } from '@tanstack/react-router';
import { SupportPage } from '../../features/support-messages/pages/SupportPage.tsx';
import { aboutSearch } from '../../lib/lists/sent-search.ts';

export const Route = createFileRoute('/_user/user/support/')({
  validateSearch: aboutSearch,
  component: SupportPage,
});
