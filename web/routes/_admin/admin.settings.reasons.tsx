import { createFileRoute } from '@tanstack/react-router';
import { ReasonSettingsPage } from '../../features/settings/pages/ReasonSettingsPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/reasons')({
  component: ReasonSettingsPage,
});
