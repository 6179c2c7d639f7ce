import { createFileRoute } from '@tanstack/react-router';
import { ApiKeysPage } from '../../features/api-keys/ApiKeysPage.tsx';

export const Route = createFileRoute('/_admin/admin/settings/api')({ component: ApiKeysPage });
