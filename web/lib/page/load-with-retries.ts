import { backoffMs, waitToRetry } from './backoff.ts';
import { logWarning } from './log.ts';

/** Never rejects: retries with back-off, and immediately after the browser goes online. */
export async function loadWithRetries<Module>(load: () => Promise<Module>): Promise<Module> {
  const styles = watchLostStyles();
  for (let attempt = 0; ; attempt += 1) {
    try {
      await styles.fetchAgain();
      const module = await load();
      styles.stopWatching();
      return module;
    } catch (error) {
      logWarning('A part of the application could not be loaded yet', error);
      await waitToRetry(backoffMs(attempt, Math.random()));
    }
  }
}

/** Vite requests each stylesheet only once, even if loading fails. Failed links are recorded for a retry. */
function watchLostStyles() {
  const lost = new Set<HTMLLinkElement>();
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target);
  };
  window.addEventListener('error', note, true);
  return {
    fetchAgain: async () => {
      const links = [...lost];
      lost.clear();
      await Promise.all(links.map(fetchStyle));
    },
    stopWatching: () => window.removeEventListener('error', note, true),
  };
}

function fetchStyle(link: HTMLLinkElement): Promise<void> {
  if (!link.isConnected) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const next = link.cloneNode();
    next.addEventListener('load', () => resolve());
    next.addEventListener('error', () => reject(new Error(`${link.href} did not come`)));
    link.replaceWith(next);
  });
}
