import { lazy, Suspense } from 'react';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';
import { useSession } from '#web/lib/session/session.ts';

const PasswordChangeNotice = lazy(() =>
  loadWithRetries(() => import('./PasswordChangeNotice.tsx')),
);

/** Requests a new password after an administrator set the current one. The page stays readable. */
export function RequiredPasswordChange() {
  const { mustChangePassword } = useSession();
  return <Suspense>{mustChangePassword && <PasswordChangeNotice />}</Suspense>;
}
