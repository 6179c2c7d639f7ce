import { createFileRoute } from '@tanstack/react-router';
import { LimitSettingsPage } from '../../features/settings/pages/LimitSettingsPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/limits')({
  component: LimitSettingsPage,
});
