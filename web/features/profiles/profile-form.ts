import type { ProfileForm } from '#contract/profiles.ts';
import { isEmail, isPhone } from '#contract/rules.ts';

/** What the server said last, and what stands in the fields. */
export type ProfileDraft = { saved: ProfileForm; typed: ProfileForm };

export type ProfileProblems = { email?: 'INVALID_EMAIL'; phone?: 'INVALID_PHONE' };

const FIELDS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'city',
  'country',
] as const satisfies readonly (keyof ProfileForm)[];

/** The fields of a profile alone, without what else the server tells. */
export function formOf(profile: ProfileForm): ProfileForm {
  const { firstName, lastName, email, phone, address, city, country } = profile;
  return { firstName, lastName, email, phone, address, city, country };
}

/** A draft that nobody has touched. */
export function startDraft(profile: ProfileForm): ProfileDraft {
  const saved = formOf(profile);
  return { saved, typed: saved };
}

/** A draft after news from the server: fields that the person is editing keep what they typed. */
export function mergeNews(draft: ProfileDraft, profile: ProfileForm): ProfileDraft {
  const saved = formOf(profile);
  const typed = { ...draft.typed };
  for (const field of FIELDS) {
    if (draft.typed[field] === draft.saved[field]) typed[field] = saved[field];
  }
  return { saved, typed };
}

/** What is wrong with each field; empty fields are allowed. */
export function profileProblems({ email, phone }: ProfileForm): ProfileProblems {
  const problems: ProfileProblems = {};
  if (email.trim() && !isEmail(email.trim())) problems.email = 'INVALID_EMAIL';
  if (phone.trim() && !isPhone(phone.trim())) problems.phone = 'INVALID_PHONE';
  return problems;
}
