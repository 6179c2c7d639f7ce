import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userId as userIdSchema } from '#contract/shared/base.ts';
import { createMailSender } from '#server/platform/mail/sender.ts';
import { START, TEST_DAY } from '#server/testing/clock.ts';
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { sendWith } from '#server/testing/queue.ts';
import { type MailServer, startMailServer } from '#server/testing/smtp.ts';
import { testConfig } from '#server/testing/stand-ins.ts';
import { buildImage, makeDeposit } from '#server/testing/upload.ts';
import { composeDigest, queueDigests } from './mail-digests.ts';

let app: TestApp;
let mails: MailServer;
let reader: SignedIn & { username: string };
let now = START;

beforeAll(async () => {
  mails = await startMailServer();
  const config = {
    ...testConfig(path.resolve(import.meta.dirname, '../../..')),
    mail: { smtpUrl: mails.url, from: 'wallet@shop.example' },
  };
  app = await startTestApp({ config });
});
beforeEach(async () => {
  now = atTime('08:00:00');
  mails.received.length = 0;
  await query('DELETE FROM outgoing');
  await query('DELETE FROM mail_preferences');
  reader = await newAdmin();
  await reader.api.mails.savePreferences({ topics: [], hasDigest: true });
});
afterAll(async () => {
  await app.close();
  await mails.close();
});

const atTime = (time: string) => new Date(`${TEST_DAY}T${time}+05:30`);
const query = (text: string, values: unknown[] = []) => app.deps.db.query(text, values);

async function newAdmin() {
  const admin = await app.newUser({ role: 'admin' });
  await query(
    'INSERT INTO recovery_addresses (user_id, address, day_started_at) VALUES ($1, $2, now())',
    [admin.userId, `${admin.username}@shop.example`],
  );
  return admin;
}

const deps = () => ({ ...app.deps, clock: { now: () => now } });
const queue = () => queueDigests(deps());
const send = async () => {
  await query(`UPDATE outgoing SET next_at = next_at - interval '1 second'`);
  await sendWith(createMailSender(app.deps, (_, mail) => composeDigest(deps(), mail)));
};

test('sends one digest a day after the set time, although several servers queue it', async () => {
  await newAdmin();
  now = atTime('07:59:59');
  await queue();
  expect(await query('SELECT 1 FROM outgoing')).toEqual([]);
  now = atTime('08:00:00');
  await Promise.all([queue(), queue(), queue()]);
  await send();
  // As after a restart later that day.
  now = atTime('23:59:00');
  await queue();
  await send();
  expect(mails.received).toMatchObject([{ to: [`${reader.username}@shop.example`] }]);
  now = new Date(atTime('08:00:00').getTime() + 24 * 60 * 60_000);
  await queue();
  await send();
  expect(mails.received).toHaveLength(2);
});

test('says what waits since when and what failed, in the language of the administrator', async () => {
  const user = await app.newUser();
  await makeDeposit(app, { cookie: user.cookie, image: await buildImage() });
  await query(
    `INSERT INTO outgoing (user_id, id, kind, lane, recipient, content, next_at, expires_at, created_at, failed_at)
     SELECT $1, gen_random_uuid(), 'notification', 'notice', 'a', '{}', 'infinity', now() + interval '1 day', now(), now()`,
    [user.userId],
  );
  await reader.api.profiles.setLanguage({ language: 'en' });
  await queue();
  await send();
  const text = mails.received[0]?.text ?? '';
  expect(text).toContain('Deposits that wait: 1. The oldest since');
  expect(text).toContain('Emails that could not be sent: 1.');
  expect(text).toContain('/admin');
  expect(mails.received[0]?.head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test.each([
  ['is no administrator any more', `UPDATE users SET role = 'user' WHERE id = $1`],
  ['was deactivated', `UPDATE users SET status = 'inactive' WHERE id = $1`],
  ['has ended it', 'UPDATE mail_preferences SET has_digest = false WHERE user_id = $1'],
])('sends none to a person who %s', async (_, change) => {
  await queue();
  await query(change, [reader.userId]);
  await send();
  expect(mails.received).toEqual([]);
  const userId = userIdSchema.parse(reader.userId);
  expect(await composeDigest(deps(), { userId })).toBeUndefined();
});
