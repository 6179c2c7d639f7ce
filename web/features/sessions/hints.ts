import type { SessionView } from '#contract/sessions.ts';
import { removeHint, writeHint } from '../../lib/storage.ts';

/** The last one is the installation's: a new session may explain it again. */
const KEYS = ['isLoggedIn', 'currentUser', 'userRole', 'userId', 'pwa-session-active'] as const;

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

/** What a change of the hints made by another tab means for this one. */
export function readHintChange(
  event: Pick<StorageEvent, 'key' | 'newValue' | 'oldValue'>,
): 'signedOut' | 'otherUser' | undefined {
  if (event.key === null) return 'signedOut';
  if (event.key === 'isLoggedIn' && event.newValue === null) return 'signedOut';
  const isOtherUser = event.key === 'userId' && event.newValue !== null && event.oldValue !== null;
  return isOtherUser && event.newValue !== event.oldValue ? 'otherUser' : undefined;
}
