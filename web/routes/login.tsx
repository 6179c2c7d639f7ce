import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../features/sessions/LoginPage.tsx';
import { safeRedirect } from '../features/sessions/redirects.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => ({
    redirect: safeRedirect(search.redirect),
  }),
  component: Login,
});

function Login() {
  return <LoginPage redirect={Route.useSearch().redirect} />;
}
