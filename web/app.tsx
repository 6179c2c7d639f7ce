import '@mantine/core/styles.layer.css';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/noto-sans-devanagari/wght.css';
import '@fontsource-variable/noto-sans-kannada/wght.css';
import '@fontsource-variable/noto-sans-malayalam/wght.css';
import '@fontsource-variable/noto-sans-tamil/wght.css';
import '@fontsource-variable/noto-sans-telugu/wght.css';
import './fonts/fonts.css';
import './global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { AppErrorScreen } from './features/layout/AppErrorScreen.tsx';
import { startI18n } from './lib/i18n.ts';
import { startDrafts } from './lib/kept-drafts.ts';
import { nextTask } from './lib/next-task.ts';
import { printInLight } from './lib/print-in-light.ts';
import { queryClient } from './lib/query-client.ts';
import { reloadOnlyOnline } from './lib/reload-only-online.ts';
import { styleNonce } from './lib/style-nonce.ts';
import { routeTree } from './routeTree.gen.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import { PendingPage } from './ui/PendingPage.tsx';

/** A press is answered within a tenth of a second: by the page, or by its skeleton while its code is on the way. */
const PATIENCE_MS = 60;

const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: PATIENCE_MS,
  // What has come is worth more than a skeleton that stays.
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingPage,
  // The frame and the menu stay when one page fails.
  defaultErrorComponent: AppErrorScreen,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Draws the application in place of what index.html shows. */
export async function start(container: Element): Promise<void> {
  printInLight();
  reloadOnlyOnline();
  const texts = startI18n();
  void startDrafts();
  await nextTask();
  // With the first screen's code at hand, it is drawn at once.
  await Promise.all([texts, router.load()]);
  await nextTask();
  // As a transition it is drawn in slices, between which a slow phone answers to its user.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
