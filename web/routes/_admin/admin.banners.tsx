import { createFileRoute } from '@tanstack/react-router';
import { BannerManagementPage } from '../../features/banners/BannerManagementPage.tsx';

export const Route = createFileRoute('/_admin/admin/banners')({ component: BannerManagementPage });
