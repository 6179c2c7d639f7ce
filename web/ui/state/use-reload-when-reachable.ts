import { useEffect } from 'react';

const TRY_MS = 5000;

const RELOADED_KEY = 'wallet-reloaded-at';
const AGAIN_MS = 5 * 60_000;

/** While `unknown`, a reachable server reloads the page rarely: a page that fails for another reason would loop. */
export function useReloadWhenReachable(connection: 'lost' | 'unknown' | undefined): void {
  useEffect(() => {
    if (!connection) return;
    let wasAway = connection === 'lost';
    const look = async () => {
      const isReachable = await canReachServer();
      if (isReachable && (wasAway || isFirstInMinutes())) window.location.reload();
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

/** Remembers the time if there was no such reload within the last minutes. */
function isFirstInMinutes(): boolean {
  try {
    const isRecent = Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) < AGAIN_MS;
    if (!isRecent) sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return !isRecent;
  } catch {
    return false; // The browser stores nothing, so the page could reload forever.
  }
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
