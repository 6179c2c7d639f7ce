import { createFileRoute } from '@tanstack/react-router';
import { ApiKeysPage } from '../../features/api-keys/pages/ApiKeysPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/api')({ component: ApiKeysPage });
