import { createFileRoute } from '@tanstack/react-router';
import { ForgottenPassword } from '../features/recovery/components/ForgottenPassword.tsx';
import { LoginPage } from '../features/sessions/LoginPage.tsx';
import { safeRedirect } from '../features/sessions/model/redirects.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => ({
    redirect: safeRedirect(search.redirect),
  }),
  component: Login,
});

function Login() {
  return <LoginPage redirect={Route.useSearch().redirect} help={<ForgottenPassword />} />;
}
