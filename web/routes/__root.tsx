import { createRootRoute, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AppErrorScreen } from '../features/layout/AppErrorScreen.tsx';
import { NotFoundScreen } from '../features/layout/NotFoundScreen.tsx';
import { SessionWatcher } from '../features/sessions/SessionWatcher.tsx';

// Toasts come after the first paint: nothing needs one before.
const Toaster = lazy(() => import('../ui/Toaster.tsx'));
const UpdatePrompt = lazy(() => import('../ui/UpdatePrompt.tsx'));

export const Route = createRootRoute({
  component: Root,
  errorComponent: AppErrorScreen,
  notFoundComponent: NotFoundScreen,
});

function Root() {
  return (
    <>
      <SessionWatcher />
      <Outlet />
      <Suspense>
        <Toaster />
        <UpdatePrompt />
      </Suspense>
    </>
  );
}
