import { readHint, removeHint, writeHint } from '../../lib/storage.ts';

const DISMISSED = 'pwa-install-dismissed';
const MANUAL_SHOWN = 'pwa-manual-install-shown';
const SESSION_ACTIVE = 'pwa-session-active';

const HIDDEN_MS = 60 * 60_000;

/** Whether a dismissal stored as a timestamp still counts at `now`, in milliseconds. */
export function isRecent(stored: string, now: number): boolean {
  const at = Number(stored);
  return Number.isFinite(at) && at <= now && now - at < HIDDEN_MS;
}

/** Whether the card was dismissed within the last hour; an older dismissal is forgotten. */
export function wasDismissed(now: number): boolean {
  const stored = readHint(DISMISSED);
  if (stored === null) return false;
  if (isRecent(stored, now)) return true;
  removeHint(DISMISSED);
  return false;
}

/** Hides the card for an hour. */
export function rememberDismissal(now: number): void {
  writeHint(DISMISSED, String(now));
}

/** Begins a session of someone signed in, unless one goes on: what was explained may be explained again. */
export function startInstallSession(): void {
  if (readHint(SESSION_ACTIVE) === 'true') return;
  removeHint(MANUAL_SHOWN);
  writeHint(SESSION_ACTIVE, 'true');
}

/** Whether the steps to install by hand were explained in this session. */
export function wasExplained(): boolean {
  return readHint(MANUAL_SHOWN) === 'true';
}

/** Remembers that the steps to install by hand were explained. */
export function rememberExplained(): void {
  writeHint(MANUAL_SHOWN, 'true');
}
