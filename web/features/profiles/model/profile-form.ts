import type { ProfileForm } from '#contract/profiles/schema.ts';
import { isEmail, isPhone } from '#contract/shared/text.ts';

export type ProfileProblems = { email?: 'INVALID_EMAIL'; phone?: 'INVALID_PHONE' };

/** Returns the form's fields of a profile, without the other fields of the response. */
export function formOf(profile: ProfileForm): ProfileForm {
  const { firstName, lastName, email, phone, address, city, country } = profile;
  return { firstName, lastName, email, phone, address, city, country };
}

/** Returns the problems by field; empty fields are valid. */
export function profileProblems({ email, phone }: ProfileForm): ProfileProblems {
  const problems: ProfileProblems = {};
  if (email.trim() && !isEmail(email.trim())) problems.email = 'INVALID_EMAIL';
  if (phone.trim() && !isPhone(phone.trim())) problems.phone = 'INVALID_PHONE';
  return problems;
}
