import { type MailServer, startMailServer } from '../../server/testing/smtp.ts';
import { test as base, expect } from './test.ts';

export const MAIL_FROM = 'Wallet <wallet@shop.example>';

/** Tests whose server sends mails to a mail server of the test. */
export const test = base.extend<{ mails: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it.
  mails: async ({}, use) => {
    const mails = await startMailServer();
    await use(mails);
    await mails.close();
  },
  environment: async ({ mails }, use) => use({ SMTP_URL: mails.url.href, MAIL_FROM }),
});

/** Waits for a mail with this subject, and returns what its text has at the pattern. */
export async function findInMail(
  { received }: MailServer,
  subject: string,
  pattern: RegExp,
): Promise<string> {
  const find = () => received.find((mail) => mail.subject.startsWith(subject));
  await expect.poll(find, { message: `a mail "${subject}"`, timeout: 30_000 }).toBeDefined();
  return pattern.exec(find()?.text ?? '')?.[1] ?? '';
}
