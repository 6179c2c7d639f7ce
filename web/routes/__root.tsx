import { createRootRoute, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AppErrorScreen } from '../features/layout/AppErrorScreen.tsx';
import { NotFoundScreen } from '../features/layout/NotFoundScreen.tsx';
import { SessionWatcher } from '../features/sessions/SessionWatcher.tsx';
import { untilIdle } from '../lib/idle.ts';
import { loadWithRetries } from '../lib/load-with-retries.ts';
import { nextPaint } from '../lib/next-task.ts';

// These come when the first screen stands and has come to rest: nothing needs them before.
const Toaster = lazy(() => loadWhenIdle(() => import('../ui/Toaster.tsx')));
const UpdatePrompt = lazy(() => loadWhenIdle(() => import('../ui/UpdatePrompt.tsx')));

export const Route = createRootRoute({
  // The address and its place in the menu are told first: drawing a page takes a slow phone a moment.
  beforeLoad: async ({ preload, cause, matches }) => {
    if (!preload && cause === 'stay' && matches.at(-1)?.cause === 'enter') await nextPaint();
  },
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

async function loadWhenIdle<Module>(load: () => Promise<Module>): Promise<Module> {
  await untilIdle();
  return loadWithRetries(load);
}
