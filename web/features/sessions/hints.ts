import type { SessionView } from '#contract/sessions.ts';
import { forgetDrafts } from '../../lib/kept-drafts.ts';
import { LAST_SEEN_KEY } from '../../lib/last-seen.ts';
import { removeHint, writeHint } from '../../lib/storage.ts';

const KEYS = [
  'isLoggedIn',
  'currentUser',
  'userRole',
  'userId',
  // The installation's: a new session may explain it again.
  'pwa-session-active',
  // What a person saw of their money leaves the device with them.
  LAST_SEEN_KEY,
] as const;

/**
 * Writes down who is signed in, for the first paint and for other tabs. The server's session is the
 * authority: editing these by hand gains nothing.
 */
export function writeSessionHints({ user }: SessionView): void {
  writeHint('isLoggedIn', 'true');
  writeHint('userRole', user.role);
  writeHint('userId', user.id);
  writeHint(
    'currentUser',
    JSON.stringify({
      id: user.id,
      username: user.username,
      role: user.role,
      created_at: user.createdAt.toISOString(),
    }),
  );
}

/** Forgets who was signed in. */
export function clearSessionHints(): void {
  for (const key of KEYS) removeHint(key);
}

/** Its value alone matters: other tabs hear that it is another one. */
const LOGGED_OUT_AT = 'logged-out-at';

/** Forgets who was signed in, as they logged out; other tabs hear that, and forget what was typed in them. */
export function clearHintsAtLogout(): void {
  forgetDrafts();
  writeHint(LOGGED_OUT_AT, String(Date.now()));
  clearSessionHints();
}

/** What a change of the hints made by another tab means for this one. */
export function readHintChange(
  event: Pick<StorageEvent, 'key' | 'newValue' | 'oldValue'>,
): 'loggedOut' | 'signedOut' | 'otherUser' | undefined {
  if (event.key === null) return 'signedOut';
  if (event.key === LOGGED_OUT_AT) return 'loggedOut';
  if (event.key === 'isLoggedIn' && event.newValue === null) return 'signedOut';
  const isOtherUser = event.key === 'userId' && event.newValue !== null && event.oldValue !== null;
  return isOtherUser && event.newValue !== event.oldValue ? 'otherUser' : undefined;
}
