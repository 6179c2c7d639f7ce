export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 256;
export const MIN_USERNAME_LENGTH = 3;
export const MAX_USERNAME_LENGTH = 64;

/** Why a new password is refused; the data of WEAK_PASSWORD names one. */
export const PASSWORD_WEAKNESSES = ['common', 'username', 'pattern', 'breached'] as const;
export type PasswordWeakness = (typeof PASSWORD_WEAKNESSES)[number];

export function isPasswordWeakness(value: unknown): value is PasswordWeakness {
  return PASSWORD_WEAKNESSES.some((weakness) => weakness === value);
}

/**
 * Characters that make a username look like another or reverse text: controls, direction marks, zero-width
 * characters.
 */
const CONFUSABLE_CHARS =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

/** Returns true for a username without invisible characters. Does not check its length. */
export function isPlainUsername(username: string): boolean {
  return !CONFUSABLE_CHARS.test(username) && !/^deleted account /i.test(username);
}

const DELETED_NAME = /^Deleted account ([0-9a-f]{12})$/;

/** Returns the username of a deleted account: the end of its id keeps it unique. */
export function deletedUsername(userId: string): string {
  return `Deleted account ${userId.replaceAll('-', '').slice(-12)}`;
}

/** Returns the end of the id in the username of a deleted account; undefined for other usernames. */
export function deletedAccountCode(username: string): string | undefined {
  return DELETED_NAME.exec(username)?.[1];
}
