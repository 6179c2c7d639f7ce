import type { ErrorCode } from '#contract/errors.ts';
import { MIN_PASSWORD_LENGTH, MIN_USERNAME_LENGTH, type Role } from '#contract/rules.ts';

/** What a new user is made of, as typed. */
export type UserForm = { username: string; password: string; role: Role };

export const EMPTY_USER: UserForm = { username: '', password: '', role: 'user' };

/** What is wrong with each field, by the code whose text says so. */
export type UserProblems = Partial<Record<'username' | 'password', ErrorCode>>;

/** Checks a new user's fields. */
export function findUserProblems({ username, password }: UserForm): UserProblems {
  const problems: UserProblems = {};
  if (username.trim().length < MIN_USERNAME_LENGTH) problems.username = 'USERNAME_TOO_SHORT';
  if (password.length < MIN_PASSWORD_LENGTH) problems.password = 'NEW_PASSWORD_TOO_SHORT';
  return problems;
}

/** Whether the dialog of the users page has anything to send: without both it does nothing. */
export function isBlank({ username, password }: UserForm): boolean {
  return username.trim() === '' || password === '';
}

/** Which field a refusal of the server is about, if any. */
export function problemsOf(code: ErrorCode | undefined): UserProblems {
  switch (code) {
    case 'USERNAME_TOO_SHORT':
    case 'INVALID_USERNAME':
    case 'USERNAME_TAKEN':
    case 'USERNAME_LOOKALIKE':
      return { username: code };
    case 'NEW_PASSWORD_TOO_SHORT':
      return { password: code };
    default:
      return {};
  }
}
