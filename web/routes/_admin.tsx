import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AppLayout } from '../features/layout/components/AppLayout.tsx';
import { SessionGuard } from '../features/sessions/components/SessionGuard.tsx';
import { prefetchSession } from '../features/sessions/queries.ts';

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
