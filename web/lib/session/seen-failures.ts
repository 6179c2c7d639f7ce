import { readHint, writeHint } from '../page/storage.ts';

/** Local storage key: the newest failed login that the person has dismissed. Removed with the other hints of a session. */
export const SEEN_FAILURES_KEY = 'seen-failures';

export function readSeenFailure(): string | null {
  return readHint(SEEN_FAILURES_KEY);
}

export function rememberSeenFailure(id: string): void {
  writeHint(SEEN_FAILURES_KEY, id);
}
