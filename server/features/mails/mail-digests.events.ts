/** Catalogue keys. */
export const texts = {
  subject: '{{product}}: daily digest of {{date}}',
  deposit: 'Deposits that wait: {{number}}. The oldest since {{date}}.',
  withdrawal: 'Withdrawals that wait: {{number}}. The oldest since {{date}}.',
  approval: 'Second approvals that wait: {{number}}. The oldest since {{date}}.',
  verification: 'Verification requests that wait: {{number}}. The oldest since {{date}}.',
  message: 'Messages that wait for an answer: {{number}}. The oldest since {{date}}.',
  closure: 'Closure requests that wait: {{number}}. The oldest since {{date}}.',
  nothingWaits: 'Nothing waits.',
  webhooks: 'Webhooks that fail or were stopped: {{number}}.',
  mails: 'Emails that could not be sent: {{number}}.',
  backupLate: 'The backup is late. The newest complete one is from {{date}}.',
  backupMissing: 'There is no complete backup.',
  backupLacksFiles: 'The newest backup lacks files: {{number}}.',
  verificationFailed: 'The last verification found problems: {{number}}.',
  auditBroken: 'Broken chains of the audit log: {{number}}.',
  nothingFailed: 'Nothing failed.',
} as const;
