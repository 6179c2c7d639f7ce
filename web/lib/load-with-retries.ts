import { backoffMs, waitToRetry } from './backoff.ts';
import { logWarning } from './log.ts';

/**
 * Loads code that the screen stands without. It never fails, which would take the screen away: what can't
 * be had now is asked for again, less and less often, and at once when the connection is back.
 */
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

/** The bundler asks once for the styles of each file, whether they come or not. */
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

/** Resolves when the styles of a link are there, or someone else asks for them. */
function fetchStyle(link: HTMLLinkElement): Promise<void> {
  if (!link.isConnected) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const next = link.cloneNode();
    next.addEventListener('load', () => resolve());
    next.addEventListener('error', () => reject(new Error(`${link.href} did not come`)));
    link.replaceWith(next);
  });
}
