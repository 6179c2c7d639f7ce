import { isEmail } from '#contract/shared/text.ts';
import type { SUPPORT_CATEGORIES } from '#contract/support-messages/rules.ts';

export type SupportCategory = (typeof SUPPORT_CATEGORIES)[number];

export type SupportFields = {
  name: string;
  email: string;
  category: SupportCategory | null;
  subject: string;
  message: string;
};

export type SupportProblem = 'missing' | 'notAnEmail';
export type SupportProblems = Partial<Record<keyof SupportFields, SupportProblem>>;

export function supportProblems(fields: SupportFields): SupportProblems {
  const problems: SupportProblems = {};
  for (const name of ['name', 'email', 'category', 'subject', 'message'] as const) {
    if (!fields[name]?.trim()) problems[name] = 'missing';
  }
  if (!problems.email && !isEmail(fields.email.trim())) problems.email = 'notAnEmail';
  return problems;
}

/** The filter in the URL's search parameters; open messages are the default. */
export type MessagesSearch = { state?: 'answered' };

/** Parses the filter from untrusted search parameters. */
export function messagesSearch(raw: Record<string, unknown>): MessagesSearch {
  return raw.state === 'answered' ? { state: 'answered' } : {};
}
