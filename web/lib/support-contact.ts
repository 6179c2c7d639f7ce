import { readHint } from './storage.ts';
import { saveHint, useHint } from './use-hint.ts';

export type SupportContact = { phone: string; email: string };

const KEY = 'support-contact';
const FRESH_MS = 24 * 60 * 60_000;

/** Keeps in this browser whom to ask: what needs that most are the screens that can't fetch it. */
export function rememberSupportContact({ phone, email }: SupportContact): void {
  saveHint(KEY, JSON.stringify({ phone, email, at: Date.now() }));
}

/** Whether what is kept is more than a day old, or nothing. */
export function isSupportContactStale(): boolean {
  const kept = parseSupportContact(readHint(KEY));
  return !kept || Date.now() - kept.at > FRESH_MS;
}

/** Whom to ask, if this browser has ever been told. */
export function useSupportContact(): SupportContact | undefined {
  return parseSupportContact(useHint(KEY));
}

/** What was kept, and when in milliseconds; undefined for nothing, or for what is not ours. */
export function parseSupportContact(
  hint: string | null,
): (SupportContact & { at: number }) | undefined {
  try {
    const { phone, email, at } = JSON.parse(hint ?? '');
    const isOurs = typeof phone === 'string' && typeof email === 'string' && typeof at === 'number';
    return isOurs ? { phone, email, at } : undefined;
  } catch {
    return undefined;
  }
}
