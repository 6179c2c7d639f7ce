import { useEffect } from 'react';

const TRY_MS = 5000;

/** While `unknown`, a reachable server reloads nothing: a page that fails for another reason would loop. */
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
