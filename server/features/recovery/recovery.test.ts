import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLimits } from '#server/platform/http/memory-limits.ts';
import { createMailSender } from '#server/platform/mail/sender.ts';
import { type BreachService, startBreachService } from '#server/testing/breach-service.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '#server/testing/harness.ts';
import { sendWith } from '#server/testing/queue.ts';
import { type MailServer, startMailServer } from '#server/testing/smtp.ts';
import { testConfig } from '#server/testing/stand-ins.ts';
import { requestReset } from './recovery.ts';
import { composeMail } from './recovery-mails.ts';

type Person = SignedIn & { username: string };

let app: TestApp;
let mails: MailServer;
let breaches: BreachService;
let user: Person;
const NEW_PASSWORD = 'violet-harbour-7';

beforeAll(async () => {
  [mails, breaches] = await Promise.all([startMailServer(), startBreachService()]);
  const config = {
    ...testConfig(path.resolve(import.meta.dirname, '../../..')),
    mail: { smtpUrl: mails.url, from: 'Wallet <wallet@shop.example>' },
    breachedPasswordsUrl: breaches.url,
  };
  app = await startTestApp({ config });
});
beforeEach(async () => {
  mails.received.length = 0;
  mails.refuseWith = undefined;
  user = await app.newUser();
  await forgetThrottles();
  // Mails that an earlier test left, in any order with those of this test.
  await query('DELETE FROM outgoing');
});
afterAll(async () => {
  await app.close();
  await mails.close();
  await breaches.close();
});

/** Sends with a public address, which the test server is not opened at. */
const sendDue = async () => {
  // The column has milliseconds, rounded: a new mail can be due a fraction of one later.
  await query(`UPDATE outgoing SET next_at = next_at - interval '1 second'`);
  const config = { ...app.deps.config, publicUrl: new URL('https://wallet.example') };
  return sendWith(createMailSender({ ...app.deps, config }, composeMail));
};
const query = (text: string, values: unknown[] = []) => app.deps.db.query(text, values);
const forgetThrottles = () => query('DELETE FROM login_throttles');

async function confirmAddress(person: Person, address = `${person.username}@shop.example`) {
  await person.api.recovery.setAddress({ address, currentPassword: TEST_PASSWORD });
  await sendDue();
  // The username can have eight digits, too, after a hyphen.
  const code = /(?<![\w-])\d{8}(?!\w)/.exec(mails.received.at(-1)?.text ?? '')?.[0] ?? '';
  await person.api.recovery.confirmAddress({ code });
  return address;
}

/** Admits any number of requests: counters only throttle them. */
const withoutAdmission = () => {
  const admission = { succeed: () => undefined, fail: () => undefined };
  return { ...app.deps, limits: { ...app.deps.limits, logins: { admit: () => admission } } };
};

async function request(username: string) {
  const { queued } = await requestReset(withoutAdmission(), { username, ip: '192.0.2.1' });
  await queued;
  await sendDue();
}

async function requestLink(person: Person): Promise<string> {
  await request(person.username);
  const text = mails.received.at(-1)?.text ?? '';
  return /https:\/\/wallet\.example\/reset-password#(\S+)/.exec(text)?.[1] ?? '';
}

const reset = (token: string, newPassword = NEW_PASSWORD) =>
  app.client().recovery.reset({ token, newPassword });

test('resets a forgotten password with the link, once, and ends all sessions', async () => {
  const address = await confirmAddress(user);
  const token = await requestLink(user);
  expect(mails.received.at(-1)).toMatchObject({
    from: 'wallet@shop.example',
    to: [address],
    subject: 'Choose a new password for the product wallet',
    html: expect.stringContaining(`href="https://wallet.example/reset-password#${token}"`),
  });
  const stored = JSON.stringify(await query('SELECT * FROM password_resets'));
  expect(stored).not.toContain(token.split('.')[1]);
  await reset(token);
  expect(await errorCodeOf(user.api.sessions.current())).toBe('ACCOUNT_INACTIVE');
  expect(await errorCodeOf(app.signIn(user.username, TEST_PASSWORD))).toBe('INVALID_CREDENTIALS');
  const again = await app.signIn(user.username, NEW_PASSWORD);
  expect(await errorCodeOf(reset(token, 'another-lamp-9'))).toBe('RESET_LINK_INVALID');
  const { rows } = await again.api.notifications.list({});
  expect(rows.map(({ title }) => title)).toContain('Password reset');
  const actions = await query('SELECT action FROM audit_log WHERE chain_id = $1', [user.userId]);
  expect(actions).toEqual(
    expect.arrayContaining([{ action: 'user.requestReset' }, { action: 'user.resetPassword' }]),
  );
  const recorded = await query(
    `SELECT a.after ->> 'passwordSha256' = encode(sha256(convert_to(u.password_hash, 'UTF8')), 'hex') AS "isCurrent"
     FROM audit_log a JOIN users u ON u.id::text = a.chain_id
     WHERE a.action = 'user.resetPassword' AND u.id = $1`,
    [user.userId],
  );
  expect(recorded).toEqual([{ isCurrent: true }]);
});

test('one of two concurrent uses of a link succeeds', async () => {
  await confirmAddress(user);
  const token = await requestLink(user);
  const passwords = ['violet-harbour-7', 'quiet-mountain-8'];
  const outcomes = await Promise.allSettled(passwords.map((password) => reset(token, password)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
  await app.signIn(user.username, passwords[won] ?? '');
});

test('a weak password is refused and the link stays valid', async () => {
  await confirmAddress(user);
  const token = await requestLink(user);
  expect(await errorCodeOf(reset(token, ''))).toBe('ALL_FIELDS_REQUIRED');
  expect(await errorCodeOf(reset(token, '12345'))).toBe('PASSWORD_TOO_SHORT');
  expect(await errorCodeOf(reset(token, 'password1'))).toBe('WEAK_PASSWORD');
  breaches.passwords.set('breached-mountain-9', 1);
  await expect(reset(token, 'breached-mountain-9')).rejects.toMatchObject({
    data: { reason: 'breached' },
  });
  await reset(token);
});

test.each([
  [
    'has expired',
    `UPDATE password_resets SET expires_at = now() - interval '1 second' WHERE user_id = $1`,
  ],
  [
    'belongs to an account that was deactivated',
    `UPDATE users SET status = 'inactive' WHERE id = $1`,
  ],
  [
    'was sent before the password changed',
    `UPDATE users SET password_hash = password_hash || 'x' WHERE id = $1`,
  ],
])('refuses a link that %s', async (_, change) => {
  await confirmAddress(user);
  const token = await requestLink(user);
  await query(change, [user.userId]);
  expect(await errorCodeOf(reset(token))).toBe('RESET_LINK_INVALID');
});

test('refuses links with another account, another secret, or none', async () => {
  const other = await app.newUser();
  await confirmAddress(user);
  const [id, secret = ''] = (await requestLink(user)).split('.');
  for (const token of [
    '',
    'x',
    `${other.userId}.${secret}`,
    `${id}.${'A'.repeat(43)}`,
    `${id}.${secret}.`,
  ]) {
    expect(await errorCodeOf(reset(token))).toBe('RESET_LINK_INVALID');
  }
});

test('a second link replaces the first', async () => {
  await confirmAddress(user);
  const first = await requestLink(user);
  await query(`UPDATE password_resets SET requested_at = requested_at - interval '2 minutes'`);
  const second = await requestLink(user);
  expect(second).not.toBe(first);
  expect(await errorCodeOf(reset(first))).toBe('RESET_LINK_INVALID');
  await reset(second);
});

test('responds equally to every username, and sends nothing without a confirmed address', async () => {
  const gone = await app.newUser();
  await confirmAddress(gone);
  await query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [gone.userId]);
  const unconfirmed = await app.newUser();
  await unconfirmed.api.recovery.setAddress({
    address: 'later@shop.example',
    currentPassword: TEST_PASSWORD,
  });
  await sendDue();
  const before = mails.received.length;
  for (const username of [
    user.username,
    gone.username,
    unconfirmed.username,
    'nobody-of-this-name',
  ]) {
    expect(await app.client().recovery.request({ username })).toEqual({});
    await request(username);
  }
  expect(mails.received).toHaveLength(before);
});

test('sends at most five links a day, and one a minute', async () => {
  await confirmAddress(user);
  const before = mails.received.length;
  for (let n = 0; n < 8; n += 1) {
    await request(user.username);
    await request(user.username);
    await forgetThrottles();
    await query(`UPDATE password_resets SET requested_at = requested_at - interval '2 minutes'`);
  }
  expect(mails.received.length - before).toBe(5);
});

test('throttles requests for one username from one address', async () => {
  const codes: string[] = [];
  for (let n = 0; n < 7; n += 1) {
    const call = requestReset(app.deps, { username: user.username, ip: '192.0.2.77' });
    codes.push(
      await call.then(
        () => 'ok',
        (error: { code: string }) => error.code,
      ),
    );
  }
  expect(codes.slice(0, 5)).toEqual(Array(5).fill('ok'));
  expect(codes.at(-1)).toBe('TOO_MANY_ATTEMPTS');
});

test('refuses a flood of requests without a query', async () => {
  const now = app.clock.now();
  const deps = { ...app.deps, limits: createLimits(), clock: { now: () => now } };
  const flood = () =>
    Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        requestReset(deps, { username: `flood-${n}`, ip: `198.51.100.${n}` }),
      ),
    );
  const admitted = (await flood()).flatMap((sent) => ('value' in sent ? sent.value.queued : []));
  expect(admitted).toHaveLength(24);
  await Promise.all(admitted);
  const transactions = vi.spyOn(app.deps.db, 'transaction');
  expect((await flood()).every(({ status }) => status === 'rejected')).toBe(true);
  expect(transactions).not.toHaveBeenCalled();
});

test('keeps a mail while the mail server is down, and sends it afterwards', async () => {
  await confirmAddress(user);
  const before = mails.received.length;
  mails.refuseWith = 451;
  await request(user.username);
  expect(mails.received).toHaveLength(before);
  expect(await query('SELECT attempts FROM outgoing')).toEqual([{ attempts: 1 }]);
  mails.refuseWith = undefined;
  await query('UPDATE outgoing SET next_at = now()');
  // Two servers: one of them sends it.
  await Promise.all([sendDue(), sendDue()]);
  expect(mails.received).toHaveLength(before + 1);
  expect(await query('SELECT 1 FROM outgoing')).toEqual([]);
});

test('drops a mail that the mail server rejects for good, and one that has expired', async () => {
  await confirmAddress(user);
  mails.refuseWith = 550;
  await request(user.username);
  expect(await query('SELECT 1 FROM outgoing')).toEqual([]);
  await user.api.recovery.setAddress({
    address: 'new@shop.example',
    currentPassword: TEST_PASSWORD,
  });
  await query(`UPDATE outgoing SET expires_at = now() - interval '1 second'`);
  await sendDue();
  expect(await query('SELECT 1 FROM outgoing')).toEqual([]);
});

test('without a mail server nothing can be requested, and the support contact is public', async () => {
  const other = await startTestApp();
  expect(await other.client().recovery.options()).toEqual({
    isAvailable: false,
    supportPhone: '1800-000-0000',
    supportEmail: 'support@wallet.example',
  });
  expect(await errorCodeOf(other.client().recovery.request({ username: 'demo' }))).toBe(
    'RECOVERY_UNAVAILABLE',
  );
  await other.close();
  expect(await app.client().recovery.options()).toMatchObject({ isAvailable: true });
  expect(await errorCodeOf(app.client().recovery.request({ username: ' ' }))).toBe(
    'USERNAME_REQUIRED',
  );
});

test('an address counts after its code, and its owner is notified when it is replaced', async () => {
  const { recovery } = user.api;
  const currentPassword = TEST_PASSWORD;
  const wrong = recovery.setAddress({ address: 'a@shop.example', currentPassword: 'wrong' });
  expect(await errorCodeOf(wrong)).toBe('CURRENT_PASSWORD_INCORRECT');
  const invalid = recovery.setAddress({ address: 'a,b@shop.example', currentPassword });
  expect(await errorCodeOf(invalid)).toBe('INVALID_EMAIL');
  const address = await confirmAddress(user);
  expect(await recovery.address()).toEqual({ isAvailable: true, address, pendingAddress: null });
  const token = await requestLink(user);
  const next = await confirmAddress(user, 'next@shop.example');
  expect(await errorCodeOf(reset(token))).toBe('RESET_LINK_INVALID');
  await sendDue();
  expect(mails.received.at(-1)).toMatchObject({
    to: [address],
    subject: /recovery address .* was changed/,
  });
  const removal = recovery.removeAddress({ currentPassword: 'wrong' });
  expect(await errorCodeOf(removal)).toBe('CURRENT_PASSWORD_INCORRECT');
  expect((await recovery.removeAddress({ currentPassword })).address).toBeNull();
  await sendDue();
  expect(mails.received.at(-1)?.to).toEqual([next]);
});

test('five wrong codes end a code', async () => {
  const { recovery } = user.api;
  await recovery.setAddress({ address: 'a@shop.example', currentPassword: TEST_PASSWORD });
  await sendDue();
  // The username can have eight digits, too, after a hyphen.
  const code = /(?<![\w-])\d{8}(?!\w)/.exec(mails.received.at(-1)?.text ?? '')?.[0] ?? '';
  for (let n = 0; n < 5; n += 1) {
    expect(await errorCodeOf(recovery.confirmAddress({ code: 'wrong' }))).toBe(
      'RECOVERY_CODE_INVALID',
    );
  }
  expect(await errorCodeOf(recovery.confirmAddress({ code }))).toBe('RECOVERY_CODE_INVALID');
});

test('mails are in the language of the person, and their HTML is escaped', async () => {
  const strange = await app.newUser({ username: '<b>asha & co' });
  await strange.api.profiles.setLanguage({ language: 'ta' });
  await confirmAddress(strange, 'ta@shop.example');
  await request(strange.username);
  const { subject, text, html } = mails.received.at(-1) ?? { subject: '', text: '', html: '' };
  expect(subject).toBe('the product wallet: புதிய கடவுச்சொல்லைத் தேர்வு செய்யவும்');
  expect(text).toContain('வணக்கம் <b>asha & co,');
  expect(html).toContain('&lt;b&gt;asha &amp; co');
  expect(html).not.toContain('<b>');
});
