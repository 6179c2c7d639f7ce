import { createFileRoute } from '@tanstack/react-router';
import { HomeRedirect } from '../features/sessions/components/HomeRedirect.tsx';

export const Route = createFileRoute('/')({ component: HomeRedirect });
