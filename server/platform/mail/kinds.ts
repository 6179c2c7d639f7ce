import type { Topic } from '#contract/notifications/rules.ts';

export const MAIL_KINDS = [
  'resetPassword',
  'confirmAddress',
  'addressChanged',
  'notification',
  'digest',
  /** A notification on a device. */
  'push',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A notification as a mail or a device says it: catalogue keys, and the values of their placeholders. */
export interface NoticeContent {
  topic: Topic;
  titleKey: string;
  /** Null if the text is only for the signed-in person. */
  messageKey: string | null;
  params: Record<string, string | number | null>;
}
