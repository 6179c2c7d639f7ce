import { createFileRoute } from '@tanstack/react-router';
import { SupportPage } from '../../features/support-messages/SupportPage.tsx';

export const Route = createFileRoute('/_user/support')({ component: SupportPage });
