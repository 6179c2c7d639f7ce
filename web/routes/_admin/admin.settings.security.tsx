import { createFileRoute } from '@tanstack/react-router';
import { SecuritySettingsPage } from '../../features/settings/pages/SecuritySettingsPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/security')({
  component: SecuritySettingsPage,
});
