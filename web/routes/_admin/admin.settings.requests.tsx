import { createFileRoute } from '@tanstack/react-router';
import { RequestSettingsPage } from '../../features/settings/pages/RequestSettingsPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/requests')({
  component: RequestSettingsPage,
});
