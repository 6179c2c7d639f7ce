import { useEffect } from 'react';

const TRY_MS = 5000;

/**
 * Loads the page again once the server can be reached after it could not. `connection` is what is known of it
 * now; undefined turns this off. While it is unknown and the server is reachable, nothing is loaded: a page that
 * fails for another reason would load for ever.
 */
export function useReloadWhenReachable(connection: 'lost' | 'unknown' | undefined): void {
  useEffect(() => {
    if (!connection) return;
    let wasAway = connection === 'lost';
    const look = async () => {
      const isReachable = await canReachServer();
      if (isReachable && wasAway) window.location.reload();
      wasAway ||= !isReachable;
    };
    const timer = setInterval(() => void look(), TRY_MS);
    const lookNow = () => void look();
    if (!wasAway) void look();
    window.addEventListener('online', lookNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', lookNow);
    };
  }, [connection]);
}

async function canReachServer(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store' });
    return ok;
  } catch {
    return false;
  }
}
