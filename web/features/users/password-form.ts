import { MIN_PASSWORD_LENGTH } from '#contract/rules.ts';

/** A new password and the same again. */
export type PasswordForm = { password: string; confirmation: string };

export const EMPTY_PASSWORD: PasswordForm = { password: '', confirmation: '' };

export type PasswordProblem = 'missing' | 'different' | 'short';

/** The first thing wrong with a new password, in the specification's order; undefined when nothing is. */
export function findPasswordProblem({
  password,
  confirmation,
}: PasswordForm): PasswordProblem | undefined {
  if (!password || !confirmation) return 'missing';
  if (password !== confirmation) return 'different';
  return password.length < MIN_PASSWORD_LENGTH ? 'short' : undefined;
}
