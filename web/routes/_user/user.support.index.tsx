import { createFileRoute } from '@tanstack/react-router';
import { SupportPage } from '../../features/support-messages/pages/SupportPage.tsx';

export const Route = createFileRoute('/_user/user/support/')({ component: SupportPage });
