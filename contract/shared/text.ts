import { MAX_EMAIL_LENGTH } from './limits.ts';

export const SHORT_ID_LENGTH = 8;

/** Control characters, and those that change the text direction (Unicode TR 9). */
const INVISIBLE_CHARS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Line breaks and tabs become spaces. */
export function toPlainLine(text: string): string {
  return text.replace(/[\t\n\r\u2028\u2029]+/g, ' ').replace(INVISIBLE_CHARS, '');
}

export function toPlainText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(INVISIBLE_CHARS, (character) =>
      character === '\n' || character === '\t' ? character : '',
    );
}

/** A local part, one `@`, and a domain of at least two labels. Only a mail server can verify more. */
const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)+$/u;

export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}

/** Returns true for 5 to 15 digits (E.164) with common separators. */
export function isPhone(text: string): boolean {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  return digits >= 5 && digits <= 15 && /^\+?[\p{Nd}\s().\-/]+$/u.test(text);
}

/**
 * Returns undefined for anything but http and https. Hosts are in ASCII, so that look-alike domains are visible.
 * Addresses with a username are rejected: the name could pass for the host.
 */
export function parseWebUrl(typed: string): string | undefined {
  const text = typed.trim();
  if (hasLongHost(text) || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  if (username || password) return undefined;
  // Keep the typed text if only the trailing slash of a bare host differs.
  return href === `${text}/` ? text : href;
}

/** Longer than DNS and a port allow. Parsing an international host takes quadratic time. */
const LONG_HOST = /^[\s\p{Cc}]*\w+:[\s/\\]*[^\s/\\?#]{300}/u;

function hasLongHost(text: string): boolean {
  // The URL parser removes tabs and line breaks anywhere in the address (WHATWG URL, 4.4).
  return LONG_HOST.test(text.replace(/[\t\n\r]/g, ''));
}

export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH);
}

/** Ids created in the same minute share their start (UUIDv7). */
export function shortIdSuffix(id: string): string {
  return id.slice(-SHORT_ID_LENGTH);
}
