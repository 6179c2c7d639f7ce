import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AppLayout } from '../features/layout/AppLayout.tsx';
import { prefetchSession } from '../features/sessions/queries.ts';
import { SessionGuard } from '../features/sessions/SessionGuard.tsx';

export const Route = createFileRoute('/_admin')({
  loader: () => prefetchSession('admin'),
  component: AdminArea,
});

function AdminArea() {
  return (
    <SessionGuard area="admin">
      <AppLayout>
        <Outlet />
      </AppLayout>
    </SessionGuard>
  );
}
