export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 256;
export const MIN_USERNAME_LENGTH = 3;
export const MAX_USERNAME_LENGTH = 64;

/**
 * Characters that make a username look like another or reverse text: controls, direction marks, zero-width
 * characters.
 */
const CONFUSABLE_CHARS =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

/** Returns true for a username without invisible characters. Does not check its length. */
export function isPlainUsername(username: string): boolean {
  return !CONFUSABLE_CHARS.test(username);
}
