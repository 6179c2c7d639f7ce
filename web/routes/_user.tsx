import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AppLayout } from '../features/layout/components/AppLayout.tsx';
import { SessionGuard } from '../features/sessions/components/SessionGuard.tsx';
import { prefetchSession } from '../features/sessions/queries.ts';

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
