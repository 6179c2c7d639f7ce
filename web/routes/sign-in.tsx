import { createFileRoute } from '@tanstack/react-router';
import { SignInLinkPage } from '../features/sessions/sign-in-links/SignInLinkPage.tsx';

export const Route = createFileRoute('/sign-in')({ component: SignInLinkPage });
