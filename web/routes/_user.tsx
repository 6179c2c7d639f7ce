import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AppLayout } from '../features/layout/AppLayout.tsx';
import { prefetchSession } from '../features/sessions/queries.ts';
import { SessionGuard } from '../features/sessions/SessionGuard.tsx';

export const Route = createFileRoute('/_user')({
  loader: () => prefetchSession('user'),
  component: UserArea,
});

function UserArea() {
  return (
    <SessionGuard area="user">
      <AppLayout>
        <Outlet />
      </AppLayout>
    </SessionGuard>
  );
}
