import { createFileRoute } from '@tanstack/react-router';
import { SourceManagementPage } from '../../features/sources/SourceManagementPage.tsx';

export const Route = createFileRoute('/_admin/admin/sources')({ component: SourceManagementPage });
