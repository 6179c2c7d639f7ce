import { backoffMs, waitToRetry } from './backoff.ts';
import { logWarning } from './log.ts';

/**
 * Loads code that the screen stands without. It never fails, which would take the screen away: what can't
 * be had now is asked for again, less and less often, and at once when the connection is back.
 */
export async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      logWarning('A part of the application could not be loaded yet', error);
      await waitToRetry(backoffMs(attempt, Math.random()));
      fetchStylesAgain();
    }
  }
}

/** The bundler asks once for the styles of each file, whether they come or not. */
function fetchStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (!hasCome(link)) link.replaceWith(link.cloneNode());
  }
}

/** Styles that did not come are none in some browsers and unreadable ones in others. */
function hasCome({ sheet }: HTMLLinkElement): boolean {
  try {
    return Boolean(sheet?.cssRules);
  } catch {
    return false;
  }
}
