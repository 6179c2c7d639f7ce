import type { SessionView } from '#contract/sessions/schema.ts';
import { readHint, removeHint, writeHint } from '#web/lib/page/storage.ts';
import { LAST_SEEN_KEY } from '#web/lib/session/last-seen.ts';
import { forgetDrafts } from '#web/lib/session/saved-drafts.ts';
import { SEEN_FAILURES_KEY } from '#web/lib/session/seen-failures.ts';

const KEYS = [
  'isLoggedIn',
  'currentUser',
  'userRole',
  'userId',
  // Reset for each session, so that installation steps can be explained again.
  'pwa-session-active',
  // The stored balance and transactions are removed on logout.
  LAST_SEEN_KEY,
  SEEN_FAILURES_KEY,
] as const;

/**
 * Stores who is signed in, for the first paint and for other tabs. Only hints: the server's session decides, so
 * that editing them grants nothing.
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

/** Returns who is signed in according to the hints. */
export function readSignedIn(): { id: string; username: string } | undefined {
  if (readHint('isLoggedIn') !== 'true') return undefined;
  try {
    const user: unknown = JSON.parse(readHint('currentUser') ?? '');
    return isPerson(user) ? user : undefined;
  } catch {
    return undefined;
  }
}

function isPerson(user: unknown): user is { id: string; username: string } {
  return (
    typeof user === 'object' &&
    user !== null &&
    'id' in user &&
    typeof user.id === 'string' &&
    'username' in user &&
    typeof user.username === 'string'
  );
}

export function clearSessionHints(): void {
  for (const key of KEYS) removeHint(key);
}

/** A changed value signals a logout to other tabs; the value itself has no meaning. */
const LOGGED_OUT_AT = 'logged-out-at';

/** Removes the hints after a logout. Other tabs detect this and delete their drafts. */
export function clearHintsAtLogout(): void {
  forgetDrafts();
  writeHint(LOGGED_OUT_AT, String(Date.now()));
  clearSessionHints();
}

/** Interprets a change of the hints by another tab. */
export function readHintChange(
  event: Pick<StorageEvent, 'key' | 'newValue' | 'oldValue'>,
): 'loggedOut' | 'signedOut' | 'otherUser' | undefined {
  if (event.key === null) return 'signedOut';
  if (event.key === LOGGED_OUT_AT) return 'loggedOut';
  if (event.key === 'isLoggedIn' && event.newValue === null) return 'signedOut';
  const isOtherUser = event.key === 'userId' && event.newValue !== null && event.oldValue !== null;
  return isOtherUser && event.newValue !== event.oldValue ? 'otherUser' : undefined;
}
