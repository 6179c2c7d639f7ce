import { readHint, removeHint, writeHint } from '../page/storage.ts';
import { throwIfGatewayFailed } from './outages.ts';

const KEY = 'logout-pending';
/** Statuses that mean the session is over: the server ended it, or does not know it. */
const SETTLED = [200, 401, 403, 404];

let settling: Promise<void> | undefined;

export function notePendingLogout(): void {
  writeHint(KEY, 'true');
}

/** Sends a pending logout before any other request. Rejects while the server is unreachable. */
export function settleLogout(): Promise<void> {
  if (readHint(KEY) !== 'true') return Promise.resolve();
  settling ??= endOnServer().finally(() => {
    settling = undefined;
  });
  return settling;
}

async function endOnServer(): Promise<void> {
  const response = await fetch('/rpc/sessions/logout', { method: 'POST' });
  throwIfGatewayFailed(response);
  if (!SETTLED.includes(response.status)) throw new TypeError(`Signing out: ${response.status}`);
  removeHint(KEY);
}
