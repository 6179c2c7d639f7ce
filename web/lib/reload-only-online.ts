/**
 * TanStack Router reloads the window when the code of a page can't be fetched, once for each message: a newer
 * version may have replaced the file (`lazyRouteComponent`). Without a connection the reload would lose the whole
 * application, so the message is marked as reloaded.
 */
export function reloadOnlyOnline(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine) return;
    try {
      sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1');
    } catch {
      // With storage blocked the router does not reload either.
    }
  });
}
