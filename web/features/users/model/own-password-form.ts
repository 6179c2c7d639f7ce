import {
  EMPTY_PASSWORD,
  findPasswordProblem,
  type PasswordForm,
  type PasswordProblem,
} from './password-form.ts';

/** The current password, the new one and its repetition. */
export type OwnPasswordForm = PasswordForm & { current: string };

export const EMPTY_OWN_PASSWORD: OwnPasswordForm = { ...EMPTY_PASSWORD, current: '' };

/** Returns the first validation problem, in the specification's order. */
export function findOwnPasswordProblem(form: OwnPasswordForm): PasswordProblem | undefined {
  return form.current ? findPasswordProblem(form) : 'missing';
}
