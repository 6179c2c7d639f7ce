import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '../features/mails/UnsubscribePage.tsx';

export const Route = createFileRoute('/unsubscribe')({ component: UnsubscribePage });
