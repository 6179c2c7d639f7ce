import { readHint, removeHint, writeHint } from '#web/lib/page/storage.ts';

const DISMISSED = 'pwa-install-dismissed';
const MANUAL_SHOWN = 'pwa-manual-install-shown';
const SESSION_ACTIVE = 'pwa-session-active';

const HIDDEN_MS = 60 * 60_000;

/** Returns whether a stored dismissal is still valid at `now`, in milliseconds. */
export function isRecent(stored: string, now: number): boolean {
  const at = Number(stored);
  return Number.isFinite(at) && at <= now && now - at < HIDDEN_MS;
}

/** Returns whether the card was dismissed within the last hour. Deletes an older dismissal. */
export function wasDismissed(now: number): boolean {
  const stored = readHint(DISMISSED);
  if (stored === null) return false;
  if (isRecent(stored, now)) return true;
  removeHint(DISMISSED);
  return false;
}

export function rememberDismissal(now: number): void {
  writeHint(DISMISSED, String(now));
}

/** Marks the start of a user session: the manual steps may be explained once in each. */
export function startInstallSession(): void {
  if (readHint(SESSION_ACTIVE) === 'true') return;
  removeHint(MANUAL_SHOWN);
  writeHint(SESSION_ACTIVE, 'true');
}

export function wasExplained(): boolean {
  return readHint(MANUAL_SHOWN) === 'true';
}

export function rememberExplained(): void {
  writeHint(MANUAL_SHOWN, 'true');
}
