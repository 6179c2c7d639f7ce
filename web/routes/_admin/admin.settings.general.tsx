import { createFileRoute } from '@tanstack/react-router';
import { GeneralSettingsPage } from '../../features/settings/pages/GeneralSettingsPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/general')({
  component: GeneralSettingsPage,
});
