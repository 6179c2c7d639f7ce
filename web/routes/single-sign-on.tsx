import { createFileRoute } from '@tanstack/react-router';
import { ProviderResponsePage } from '../features/sessions/provider-login/ProviderResponsePage.tsx';

export const Route = createFileRoute('/single-sign-on')({ component: ProviderResponsePage });
