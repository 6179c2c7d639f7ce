import { throwIfGatewayFailed } from './outages.ts';
import { readHint, removeHint, writeHint } from './storage.ts';

const KEY = 'logout-pending';
/** The server ended the session, or knows of none. */
const SETTLED = [200, 401, 403, 404];

let settling: Promise<void> | undefined;

/** Remembers that someone signed out of this browser while the server could not be told. */
export function notePendingLogout(): void {
  writeHint(KEY, 'true');
}

/**
 * Ends on the server the session that ended here before, if there is one: nothing else is asked in its
 * name. Throws while the server can't be reached.
 */
export function settleLogout(): Promise<void> {
  if (readHint(KEY) !== 'true') return Promise.resolve();
  settling ??= tellServer().finally(() => {
    settling = undefined;
  });
  return settling;
}

async function tellServer(): Promise<void> {
  const response = await fetch('/rpc/sessions/logout', { method: 'POST' });
  throwIfGatewayFailed(response);
  if (!SETTLED.includes(response.status)) throw new TypeError(`Signing out: ${response.status}`);
  removeHint(KEY);
}
