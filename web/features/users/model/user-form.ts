import type { Role } from '#contract/shared/enums.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import type { AdminRole } from '#contract/shared/permissions.ts';
import { MIN_PASSWORD_LENGTH, MIN_USERNAME_LENGTH } from '#contract/users/rules.ts';
import { knownWeakness } from './password-strength.ts';

export type UserForm = {
  username: string;
  password: string;
  role: Role;
  adminRole: AdminRole;
};

export const EMPTY_USER: UserForm = {
  username: '',
  password: '',
  role: 'user',
  adminRole: 'administrator',
};

/** Error code of each invalid field. */
export type UserProblems = Partial<Record<'username' | 'password', ErrorCode>>;

export function findUserProblems({ username, password }: UserForm): UserProblems {
  const problems: UserProblems = {};
  if (username.trim().length < MIN_USERNAME_LENGTH) problems.username = 'USERNAME_TOO_SHORT';
  if (password.length < MIN_PASSWORD_LENGTH) problems.password = 'NEW_PASSWORD_TOO_SHORT';
  else if (knownWeakness(password, username.trim())) problems.password = 'WEAK_PASSWORD';
  return problems;
}

/** Returns whether username or password is missing; submitting then does nothing. */
export function isBlank({ username, password }: UserForm): boolean {
  return username.trim() === '' || password === '';
}

/** Returns the field that a server error belongs to, if any. */
export function problemsOf(code: ErrorCode | undefined): UserProblems {
  switch (code) {
    case 'USERNAME_TOO_SHORT':
    case 'INVALID_USERNAME':
    case 'USERNAME_TAKEN':
    case 'USERNAME_LOOKALIKE':
      return { username: code };
    case 'NEW_PASSWORD_TOO_SHORT':
    case 'ADMIN_PASSWORD_TOO_SHORT':
    case 'WEAK_PASSWORD':
      return { password: code };
    default:
      return {};
  }
}
