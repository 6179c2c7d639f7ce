import { createFileRoute } from '@tanstack/react-router';
import { ForgottenPassword } from '../features/recovery/components/ForgottenPassword.tsx';
import { safeRedirect } from '../features/sessions/model/redirects.ts';
import { LoginPage } from '../features/sessions/pages/LoginPage.tsx';

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => ({
    redirect: safeRedirect(search.redirect),
  }),
  component: Login,
});

function Login() {
  return <LoginPage redirect={Route.useSearch().redirect} help={<ForgottenPassword />} />;
}
