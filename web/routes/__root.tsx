import { createRootRoute, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AppErrorScreen } from '../features/layout/components/AppErrorScreen.tsx';
import { NotFoundScreen } from '../features/layout/components/NotFoundScreen.tsx';
import { SessionWatcher } from '../features/sessions/components/SessionWatcher.tsx';
import { StepUp } from '../features/sessions/step-up/components/StepUp.tsx';
import { untilDataShown } from '../lib/api/until-data-shown.ts';
import { loadWithRetries } from '../lib/page/load-with-retries.ts';
import { nextPaint } from '../lib/page/next-task.ts';

/** Toasts about a failure must not wait until its retries are over. */
const LONGEST_WAIT_MS = 3000;

// Loaded after the first page has its data and the browser is idle; not needed earlier.
const Toaster = lazy(() => loadWhenIdle(() => import('../ui/Toaster.tsx')));
const UpdatePrompt = lazy(() => loadWhenIdle(() => import('../ui/UpdatePrompt.tsx')));

export const Route = createRootRoute({
  // Shows the new URL and the highlighted menu entry first: rendering a page takes time on slow phones.
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
      <StepUp />
      <Suspense>
        <Toaster />
        <UpdatePrompt />
      </Suspense>
    </>
  );
}

async function loadWhenIdle<Module>(load: () => Promise<Module>): Promise<Module> {
  await untilDataShown(LONGEST_WAIT_MS);
  return loadWithRetries(load);
}
