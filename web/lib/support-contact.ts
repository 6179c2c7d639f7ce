import { readHint } from './storage.ts';
import { saveHint, useHint } from './use-hint.ts';

export type SupportContact = { phone: string; email: string };

const KEY = 'support-contact';
const FRESH_MS = 24 * 60 * 60_000;

/** Keeps in this browser whom to ask: what needs that most are the screens that can't fetch it. */
export function rememberSupportContact({ phone, email }: SupportContact): void {
  saveHint(KEY, JSON.stringify({ phone, email, at: Date.now() }));
}

/** Whether what is kept is a day old, or nothing. */
export function isSupportContactStale(now: number): boolean {
  const { at } = parse(readHint(KEY));
  return typeof at !== 'number' || now - at > FRESH_MS;
}

/** Whom to ask, if this browser has ever been told. */
export function useSupportContact(): SupportContact | undefined {
  const { phone, email } = parse(useHint(KEY));
  return typeof phone === 'string' && typeof email === 'string' ? { phone, email } : undefined;
}

function parse(hint: string | null): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(hint ?? '');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    // Nothing is kept, or something that is not ours.
    return {};
  }
}
