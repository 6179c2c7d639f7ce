import { toIndianTime } from '#server/platform/lists/csv.ts';
import type { Translate } from '#server/platform/texts/catalogue.ts';

/** Catalogue keys. */
const texts = {
  title: 'Your data in {{product}}',
  made: 'Downloaded by {{username}} on {{time}} (Indian time).',
  caution:
    'This archive contains your full bank account numbers. Keep it in a safe place and do not share it.',
  files: 'Files',
  missing: 'These images are missing, because they could not be found on the server:',
  of: {
    'profile.json': 'your account, your details and your balance',
    'bank-accounts.json': 'your saved bank accounts',
    'transactions.csv, transactions.json': 'all your deposits, withdrawals and adjustments',
    'notifications.json': 'your notifications',
    'messages.json': 'your messages to support with the answers',
    'documents.json, documents/': 'your verification documents, as long as they are kept',
    'activity.json': 'logins, changes of your account and decisions about your requests',
    'sessions.json': 'your logins with their devices and addresses',
    'receipts/': 'the images of your receipts',
    'profile-picture': 'your profile picture',
  },
} as const;

/** Describes the archive in the person's language, and lists the images that it lacks. */
export function toReadme(
  translate: Translate,
  facts: { product: string; username: string; at: Date; missing: readonly string[] },
): string {
  const { product, username, missing } = facts;
  const lines = [
    translate(texts.title, { product }),
    '',
    translate(texts.made, { username, time: toIndianTime(facts.at) }),
    translate(texts.caution),
    '',
    translate(texts.files),
    ...Object.entries(texts.of).map(([name, text]) => `- ${name}: ${translate(text)}`),
    ...(missing.length > 0
      ? ['', translate(texts.missing), ...missing.map((name) => `- ${name}`)]
      : []),
  ];
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
