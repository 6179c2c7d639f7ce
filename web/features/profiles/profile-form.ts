import type { ProfileForm } from '#contract/profiles.ts';
import { isEmail, isPhone } from '#contract/rules.ts';

export type ProfileProblems = { email?: 'INVALID_EMAIL'; phone?: 'INVALID_PHONE' };

/** The fields of a profile alone, without what else the server tells. */
export function formOf(profile: ProfileForm): ProfileForm {
  const { firstName, lastName, email, phone, address, city, country } = profile;
  return { firstName, lastName, email, phone, address, city, country };
}

/** What is wrong with each field; empty fields are allowed. */
export function profileProblems({ email, phone }: ProfileForm): ProfileProblems {
  const problems: ProfileProblems = {};
  if (email.trim() && !isEmail(email.trim())) problems.email = 'INVALID_EMAIL';
  if (phone.trim() && !isPhone(phone.trim())) problems.phone = 'INVALID_PHONE';
  return problems;
}
