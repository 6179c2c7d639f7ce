import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type UserId, userId } from '#contract/shared/base.ts';
import { setRules } from '#server/testing/approvals.ts';
import { addAuthenticator } from '#server/testing/authenticators.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';

let app: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(async () => {
  await expectVerified(app.deps.db);
  await app.close();
});

const PASSWORD = 'quiet-lamp-27';
const idOf = (person: SignedIn): UserId => userId.parse(person.userId);
const accessOf = async (person: SignedIn) =>
  (await admin.api.users.get({ userId: idOf(person) })).otherAccess;

/** A person with an app, a passkey, a confirmed and another recovery address, and a mail with a reset link that waits. */
async function newPerson(role: 'user' | 'admin' = 'user') {
  const person = await app.newUser({ role });
  await addAuthenticator(person, app.deps.clock.now());
  const id = person.userId;
  await app.deps.db.query(
    `INSERT INTO recovery_addresses (user_id, address, pending_address, code_hash, code_expires_at, day_started_at)
     VALUES ($1, 'thief@example.in', 'other@example.in', 'x', '9999-12-31', now())`,
    [id],
  );
  await app.deps.db.query(
    `INSERT INTO outgoing (user_id, id, kind, lane, next_at, expires_at, created_at)
     VALUES ($1, $2, 'resetPassword', 'mail', now(), '9999-12-31', now())`,
    [id, randomUUID()],
  );
  return person;
}

const addressesOf = async (person: SignedIn) => {
  const [row] = await app.deps.db.query(
    'SELECT address, pending_address AS pending, code_hash AS code FROM recovery_addresses WHERE user_id = $1',
    [person.userId],
  );
  return row;
};
const waitingMails = async (person: SignedIn) =>
  (
    await app.deps.db.query<{ kind: string }>('SELECT kind FROM outgoing WHERE user_id = $1', [
      person.userId,
    ])
  ).map(({ kind }) => kind);

test('a password that an administrator sets ends links and unconfirmed addresses, and keeps the rest', async () => {
  const person = await newPerson();
  await admin.api.users.setPassword({ userId: idOf(person), newPassword: PASSWORD });
  expect(await addressesOf(person)).toEqual({
    address: 'thief@example.in',
    pending: null,
    code: null,
  });
  // Of this change, to the confirmed address.
  expect(await waitingMails(person)).toEqual(['notification']);
  expect(await accessOf(person)).toEqual({
    hasAuthenticator: true,
    passkeys: 0,
    hasRecoveryAddress: true,
    identity: null,
  });
  expect(await errorCodeOf(app.signIn(person.username, PASSWORD))).toBe('SECOND_FACTOR_REQUIRED');
});

test('it removes the other ways to log in if the administrator says so, with records and notifications', async () => {
  const person = await newPerson();
  await admin.api.users.setPassword({
    userId: idOf(person),
    newPassword: PASSWORD,
    removesOtherAccess: true,
  });
  expect(await accessOf(person)).toEqual({
    hasAuthenticator: false,
    passkeys: 0,
    hasRecoveryAddress: false,
    identity: null,
  });
  expect(await waitingMails(person)).toEqual(['addressChanged']);
  const records = await app.deps.db.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE chain_id = $1 AND actor_id = $2 ORDER BY action`,
    [person.userId, admin.userId],
  );
  expect(records.map(({ action }) => action)).toEqual([
    ...['recoveryAddress.remove', 'second-factor.reset', 'user.setPassword'],
  ]);
  const again = await app.signIn(person.username, PASSWORD);
  const { rows } = await again.api.notifications.list({});
  expect(rows.map(({ data }) => data.change)).toEqual(
    expect.arrayContaining(['passwordSet', 'secondFactorsReset', 'recoveryAddressRemoved']),
  );
});

test('for an administrator’s account, nothing is removed before the second approval', async () => {
  const person = await newPerson('admin');
  const other = await app.newUser({ role: 'admin' });
  await setRules(app.deps.db, { administrator: {} });
  const call = admin.api.users.setPassword({
    userId: idOf(person),
    newPassword: PASSWORD,
    removesOtherAccess: true,
  });
  expect(await errorCodeOf(call)).toBe('SECOND_APPROVAL_REQUIRED');
  expect((await accessOf(person)).hasAuthenticator).toBe(true);
  const [waiting] = (await other.api.approvals.list({ tab: 'waiting' })).rows;
  expect(waiting?.after).toEqual({ removesOtherAccess: true });
  await other.api.approvals.confirm({ id: waiting?.id ?? '' });
  expect((await accessOf(person)).hasAuthenticator).toBe(false);
});
