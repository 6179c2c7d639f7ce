/**
 * TanStack Router reloads the window once if a page's code fails to load (`lazyRouteComponent`). Offline, the reload
 * would lose the application, so the error is marked as already reloaded.
 */
export function reloadOnlyOnline(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine) return;
    try {
      sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1');
    } catch {
      // If storage is blocked, the router does not reload.
    }
  });
}
