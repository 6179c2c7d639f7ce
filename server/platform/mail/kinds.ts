export const MAIL_KINDS = [
  'resetPassword',
  'confirmAddress',
  'addressChanged',
  'passwordReset',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
