import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userId as userIdSchema } from '#contract/shared/base.ts';
import { MAX_DELIVERY_ATTEMPTS } from '#contract/webhooks/rules.ts';
import type { NewNotification } from '#server/features/notifications/insert-notifications.ts';
import { createMailSender } from '#server/platform/mail/sender.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { notifyOfRejection } from '#server/testing/notices.ts';
import { sendWith } from '#server/testing/queue.ts';
import { type MailServer, startMailServer } from '#server/testing/smtp.ts';
import { testConfig } from '#server/testing/stand-ins.ts';
import { buildImage, upload } from '#server/testing/upload.ts';
import { composeNotice } from './mail-notices.ts';

type Person = SignedIn & { username: string };

let app: TestApp;
let admin: SignedIn;
let mails: MailServer;
let user: Person;
const FROM = 'Wallet <wallet@shop.example>';

beforeAll(async () => {
  mails = await startMailServer();
  const config = {
    ...testConfig(path.resolve(import.meta.dirname, '../../..')),
    mail: { smtpUrl: mails.url, from: FROM },
  };
  app = await startTestApp({ config });
  admin = await app.admin();
});
beforeEach(async () => {
  await query('DELETE FROM outgoing');
  mails.received.length = 0;
  mails.refuseWith = undefined;
  mails.isSilent = false;
  user = await newReader();
});
afterAll(async () => {
  await app.close();
  await mails.close();
});

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  app.deps.db.query<Row>(text, values);

const newReader = async (options?: Parameters<TestApp['newUser']>[0]): Promise<Person> => {
  const person = await app.newUser(options);
  await query(
    `INSERT INTO recovery_addresses (user_id, address, day_started_at) VALUES ($1, $2, now())`,
    [person.userId, `${person.username}@shop.example`],
  );
  return person;
};

const choose = ({ api }: SignedIn, ...topics: 'deposits'[]) =>
  api.mails.savePreferences({ topics, hasDigest: false });

/** Returns the base64url text with one bit of its last character changed. */
const flipLast = (text: string, bit: 1 | 32) => {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return text.replace(/.$/, (last) => digits.charAt(digits.indexOf(last) ^ bit));
};

/** Sends with a public address, which the test server is not opened at. */
const sendDue = async () => {
  // The column has milliseconds, rounded: a new mail can be due a fraction of one later.
  await query(`UPDATE outgoing SET next_at = now() - interval '1 second' WHERE failed_at IS NULL`);
  const config = { ...app.deps.config, publicUrl: new URL('https://wallet.example') };
  await sendWith(createMailSender({ ...app.deps, config }, composeNotice));
};

const notify = (person: SignedIn, changes: Partial<NewNotification> = {}) =>
  notifyOfRejection(app, person, changes);

const messageId = (head = '') => /^Message-ID: (.*)$/m.exec(head)?.[1]?.trim();
const linkIn = (head = '') =>
  /List-Unsubscribe: ?<([^>]*)>/.exec(head.replace(/\r\n[ \t]+/g, ''))?.[1];

test('sends chosen notifications in the language of the person, with the brand and no more than needed', async () => {
  await choose(user, 'deposits');
  await user.api.profiles.setLanguage({ language: 'hi' });
  await admin.api.settings.save({ brandName: 'Asha & Sons', brandColor: '#0b6b3a' });
  await notify(user);
  expect(JSON.stringify(await query('SELECT content FROM outgoing'))).not.toContain('secret');
  await sendDue();
  const [mail] = mails.received;
  expect(mail).toMatchObject({ to: [`${user.username}@shop.example`] });
  expect(mail?.subject).toBe('Asha & Sons: जमा अस्वीकृत');
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain('₹1,234.50');
    expect(body).toContain('DEP-1');
    expect(body).toContain('https://wallet.example/');
    expect(body).not.toContain('secret');
  }
  expect(mail?.html).toContain('Asha &amp; Sons');
  expect(mail?.html).toContain('#0b6b3a');
  expect(mail?.head).toMatch(/^Auto-Submitted: auto-generated/m);
  expect(mail?.images).toEqual([]);
  await admin.api.settings.save({ brandName: 'the product wallet', brandColor: '#2747df' });
});

const setLogo = async () =>
  upload(app, {
    cookie: admin.cookie,
    method: 'PUT',
    path: '/files/brand-images/logo',
    form: {},
    body: await buildImage('webp', { width: 800, height: 200 }),
  });

test('shows the logo of the operator, which the mail contains, and the name if its file is missing', async () => {
  await choose(user, 'deposits');
  await setLogo();
  await notify(user);
  await sendDue();
  await setLogo();
  await query(`UPDATE files SET storage_key = 'missing' WHERE kind = 'brand-images'`);
  await notify(user);
  await sendDue();
  await admin.api.settings.removeBrandImage({ image: 'logo' });

  const [withLogo, without] = mails.received;
  const [image] = withLogo?.images ?? [];
  expect(withLogo?.html).toContain(
    `<img src="cid:${image?.cid}" width="160" height="40" alt="the product wallet"`,
  );
  const { format, width, height } = await sharp(image?.bytes).metadata();
  // Twice as many pixels as it is shown with.
  expect([format, width, height]).toEqual(['png', 320, 80]);
  expect(without?.html).toContain('>the product wallet</p>');
  expect(without?.images).toEqual([]);
});

test('sends nothing to an unconfirmed address, about another topic or before the choice', async () => {
  await notify(user);
  await choose(user, 'deposits');
  await notify(user, { topic: 'withdrawals' });
  await query(
    'UPDATE recovery_addresses SET pending_address = address, address = NULL WHERE user_id = $1',
    [user.userId],
  );
  await notify(user);
  await notify(user, { topic: 'security' });
  expect(await query('SELECT 1 FROM outgoing')).toEqual([]);
});

test('security alerts are always sent, and cannot be ended', async () => {
  await notify(user, { topic: 'security', mailKey: null });
  await sendDue();
  const [mail] = mails.received;
  expect(mail?.text).toContain('Open your wallet to see the details.');
  expect(linkIn(mail?.head)).toBeUndefined();
});

test('keeps the choice of topics that the role has', async () => {
  const { api } = user;
  const saved = await api.mails.savePreferences({ topics: ['work', 'deposits'], hasDigest: true });
  const address = `${user.username}@shop.example`;
  expect(saved).toMatchObject({
    isAvailable: true,
    address,
    topics: ['deposits'],
    hasDigest: false,
  });
  expect(await api.mails.preferences()).toEqual(saved);
});

test('one click in the mail program ends mails of this topic, opening the link does not', async () => {
  await choose(user, 'deposits');
  await notify(user);
  await sendDue();
  await notify(user);
  const { pathname, search } = new URL(linkIn(mails.received[0]?.head) ?? '');
  const post = (address: string) =>
    fetch(`${app.baseUrl}${address}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
  await fetch(`${app.baseUrl}${pathname}${search}`);
  expect((await user.api.mails.preferences()).topics).toEqual(['deposits']);
  const forged = [
    // The lowest bit of the last character belongs to no byte of the signature.
    flipLast(search, 1),
    flipLast(search, 32),
    search.replace('.deposits.', '.withdrawals.'),
    '?token=',
    '',
  ];
  for (const wrong of forged) expect((await post(`${pathname}${wrong}`)).status).toBe(400);
  expect((await post(`${pathname}${search}`)).status).toBe(204);
  expect((await user.api.mails.preferences()).topics).toEqual([]);
  // What waited is not sent any more.
  expect(await query('SELECT 1 FROM outgoing')).toEqual([]);
  const token = new URLSearchParams(search).get('token') ?? '';
  expect(await app.client().mails.unsubscribe({ token })).toEqual({});
  expect(await errorCodeOf(app.client().mails.unsubscribe({ token: 'a.b.c' }))).toBe(
    'UNSUBSCRIBE_LINK_INVALID',
  );
});

test('retries with the same Message-ID, then shows the mail to administrators, who can send it again', async () => {
  await choose(user, 'deposits');
  await notify(user);
  mails.refuseWith = 451;
  for (let attempt = 0; attempt < MAX_DELIVERY_ATTEMPTS; attempt += 1) await sendDue();
  const { rows, total } = await admin.api.mails.failed();
  const [failed] = rows;
  expect({ total, failed }).toMatchObject({
    total: 1,
    failed: { username: user.username, topic: 'deposits', attempts: MAX_DELIVERY_ATTEMPTS },
  });
  expect(failed?.failure).toBe('EENVELOPE 451');
  mails.refuseWith = undefined;
  await sendDue();
  expect(mails.received).toEqual([]);
  const wanted = { id: failed?.id ?? '', userId: userIdSchema.parse(user.userId) };
  await admin.api.mails.resend(wanted);
  expect(await errorCodeOf(admin.api.mails.resend(wanted))).toBe('MAIL_NOT_FOUND');
  await sendDue();
  expect(messageId(mails.received[0]?.head)).toBe(`<${failed?.id}@shop.example>`);
  expect(await admin.api.mails.failed()).toMatchObject({ total: 0 });
  const actions = await query(`SELECT action FROM audit_log WHERE chain_id = $1`, [user.userId]);
  expect(actions).toContainEqual({ action: 'mail.resend' });
});

test('fails a mail to a rejected address after one attempt, and deletes it after 30 days', async () => {
  await choose(user, 'deposits');
  await notify(user);
  mails.refuseWith = 550;
  await sendDue();
  expect((await admin.api.mails.failed()).rows).toMatchObject([{ failure: 'EENVELOPE 550' }]);
  await query(`UPDATE outgoing SET expires_at = expires_at - interval '30 days'`);
  await sendDue();
  expect(await admin.api.mails.failed()).toMatchObject({ rows: [], total: 0 });
});

test('queues at most 50 mails of a person', async () => {
  await choose(user, 'deposits');
  for (let n = 0; n < 52; n += 1) await notify(user);
  expect(await query('SELECT count(*)::int AS count FROM outgoing')).toEqual([{ count: 50 }]);
});
