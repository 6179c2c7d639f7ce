export const SUPPORT_CATEGORIES = [
  'deposit',
  'withdrawal',
  'points',
  'account',
  'transaction',
  'balance',
  'technical',
  'other',
] as const;

/** `open`: the user waits for an answer. */
export const SUPPORT_STATES = ['open', 'answered'] as const;
export type SupportState = (typeof SUPPORT_STATES)[number];

export const MAX_SUBJECT_LENGTH = 200;
export const MAX_MESSAGE_LENGTH = 4000;
/** Replies in one conversation, by both sides. */
export const MAX_REPLIES = 50;
/** Replies of one user in 24 hours, in all conversations. */
export const MAX_REPLIES_PER_DAY = 20;
/** Replies of one administrator in 24 hours. */
export const MAX_ANSWERS_PER_DAY = 500;
