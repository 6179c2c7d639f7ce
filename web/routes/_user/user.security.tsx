import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '../../features/second-factors/SecurityPage.tsx';

export const Route = createFileRoute('/_user/user/security')({ component: SecurityPage });
