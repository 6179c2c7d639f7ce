import { createFileRoute } from '@tanstack/react-router';
import { SiteUrlsPage } from '../../features/site-urls/SiteUrlsPage.tsx';

export const Route = createFileRoute('/_admin/admin/site-urls')({ component: SiteUrlsPage });
