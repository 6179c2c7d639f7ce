import {
  EMPTY_PASSWORD,
  findPasswordProblem,
  type PasswordForm,
  type PasswordProblem,
} from './password-form.ts';

/** The password that is in use, the new one, and the new one again. */
export type OwnPasswordForm = PasswordForm & { current: string };

export const EMPTY_OWN_PASSWORD: OwnPasswordForm = { ...EMPTY_PASSWORD, current: '' };

/** The first thing wrong, in the specification's order; undefined when the server can be asked. */
export function findOwnPasswordProblem(form: OwnPasswordForm): PasswordProblem | undefined {
  return form.current ? findPasswordProblem(form) : 'missing';
}
