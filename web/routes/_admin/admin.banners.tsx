import { createFileRoute } from '@tanstack/react-router';
import { BannerManagementPage } from '../../features/banners/pages/BannerManagementPage.tsx';

export const Route = createFileRoute('/_admin/admin/banners')({ component: BannerManagementPage });
