import { MIN_PASSWORD_LENGTH } from '#contract/users/rules.ts';

/** A new password and its repetition. */
export type PasswordForm = { password: string; confirmation: string };

export const EMPTY_PASSWORD: PasswordForm = { password: '', confirmation: '' };

export type PasswordProblem = 'missing' | 'different' | 'short';

/** Returns the first validation problem of a new password, in the specification's order. */
export function findPasswordProblem({
  password,
  confirmation,
}: PasswordForm): PasswordProblem | undefined {
  if (!password || !confirmation) return 'missing';
  if (password !== confirmation) return 'different';
  return password.length < MIN_PASSWORD_LENGTH ? 'short' : undefined;
}
