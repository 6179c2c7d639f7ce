import { readHint } from './storage.ts';
import { saveHint, useHint } from './use-hint.ts';

export type SupportContact = { phone: string; email: string };

const KEY = 'support-contact';
const FRESH_MS = 24 * 60 * 60_000;

/** Stores the support contact in this browser: error pages need it when they cannot fetch it. */
export function rememberSupportContact({ phone, email }: SupportContact): void {
  saveHint(KEY, JSON.stringify({ phone, email, at: Date.now() }));
}

export function isSupportContactStale(): boolean {
  const kept = parseSupportContact(readHint(KEY));
  return !kept || Date.now() - kept.at > FRESH_MS;
}

export function useSupportContact(): SupportContact | undefined {
  return parseSupportContact(useHint(KEY));
}

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
