import { createFileRoute } from '@tanstack/react-router';
import { timelineSearch } from '../../features/timelines/model.ts';
import { UserPage } from '../../features/users/pages/UserPage.tsx';

export const Route = createFileRoute('/_admin/admin/users/$userId')({
  validateSearch: timelineSearch,
  component: UserPage,
});
