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
import { StrictMode, startTransition, useMemo } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { AppErrorScreen } from './features/layout/components/AppErrorScreen.tsx';
import { queryClient } from './lib/api/query-client.ts';
import { untilDataShown } from './lib/api/until-data-shown.ts';
import { startI18n } from './lib/i18n/i18n.ts';
import { useBrand } from './lib/page/brand.ts';
import { isSlowConnection } from './lib/page/connection.ts';
import { nextTask } from './lib/page/next-task.ts';
import { printInLight } from './lib/page/print-in-light.ts';
import { styleNonce } from './lib/page/style-nonce.ts';
import { startDrafts } from './lib/session/saved-drafts.ts';
import { routeTree } from './routeTree.gen.ts';
import { cssVariablesResolver, themeOf } from './theme.ts';
import { PendingPage } from './ui/page/PendingPage.tsx';

/** Delay in milliseconds before a page's skeleton is shown: users must see a reaction within 100 ms. */
const PATIENCE_MS = 60;

const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: PATIENCE_MS,
  // Replaces the skeleton as soon as the page has loaded.
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingPage,
  // If one page fails, the layout and menu stay.
  defaultErrorComponent: AppErrorScreen,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function App() {
  const { shades } = useBrand();
  const theme = useMemo(() => themeOf(shades), [shades]);
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

/** Renders the application in place of the content of index.html. Tests unmount the returned root. */
export async function start(container: Element): Promise<Root> {
  delayFonts();
  printInLight();
  reloadOnlyOnline();
  const texts = startI18n();
  void startDrafts();
  await nextTask();
  // If the first page's code has loaded, it renders without a skeleton.
  await Promise.all([texts, router.load()]);
  await nextTask();
  // A transition renders in slices, so that slow phones stay responsive.
  const root = createRoot(container);
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  return root;
}

/**
 * On a slow connection, the first visit shows its data in the device's fonts (`data-late-fonts` in global.css), because the
 * product's fonts would delay it. The service worker keeps them for later visits.
 */
function delayFonts(): void {
  if (!isSlowConnection() || hasServiceWorker()) return;
  const { dataset } = document.documentElement;
  dataset.lateFonts = '';
  void untilDataShown().then(() => {
    delete dataset.lateFonts;
  });
}

function hasServiceWorker(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/**
 * TanStack Router reloads the window once if a page's code fails to load (`lazyRouteComponent`). Offline, the reload
 * would lose the application, so the error is marked as already reloaded.
 */
function reloadOnlyOnline(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine) return;
    try {
      sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1');
    } catch {
      // If storage is blocked, the router does not reload.
    }
  });
}
