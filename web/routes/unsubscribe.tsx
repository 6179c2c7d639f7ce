import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '../features/mails/pages/UnsubscribePage.tsx';

export const Route = createFileRoute('/unsubscribe')({ component: UnsubscribePage });
