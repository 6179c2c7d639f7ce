import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '../../features/settings/pages/SettingsPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/general')({ component: SettingsPage });
