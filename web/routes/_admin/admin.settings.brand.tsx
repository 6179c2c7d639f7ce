import { createFileRoute } from '@tanstack/react-router';
import { BrandSettingsPage } from '../../features/settings/pages/BrandSettingsPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/brand')({
  component: BrandSettingsPage,
});
