import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userId as userIdSchema } from '#contract/shared/base.ts';
import { deletedUsername } from '#contract/users/rules.ts';
import { verifyDatabase } from '#server/ledger/verify/verify.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { openStream } from '#server/testing/streams.ts';
import { buildDepositForm, buildImage, upload } from '#server/testing/upload.ts';
import { decideTransactions } from '../review/decide.ts';
import { countTransactions } from '../transactions/totals.queries.ts';
import { adjustBalance } from './adjust-balance.ts';
import { removeUser } from './remove-user.ts';

let app: TestApp;
let admin: SignedIn;
let world: MoneyWorld;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  world = await openMoneyWorld();
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const idOf = (user: { userId: string }) => userIdSchema.parse(user.userId);
const remove = (by: SignedIn, user: { userId: string }) =>
  by.api.users.remove({ userId: idOf(user) });

/** The rows of a deleted account that stay: its evidence, and what lists and sums need. */
const TRACES = [
  ...[
    'bank_accounts.user_id',
    'files.user_id',
    'passbook_days.user_id',
    'rejected_requests.user_id',
  ],
  ...['stored_bytes.user_id', 'transaction_search.user_id', 'transactions.user_id'],
  ...['user_request_totals.user_id', 'user_search.user_id', 'users.id', 'wallet_balances.user_id'],
];

/** Returns all rows that reference a user, except those of the ledger and the audit log. */
async function tracesOf(userId: string): Promise<string[]> {
  const columns = await app.deps.db.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'uuid' AND table_name NOT IN ('ledger_entries', 'audit_log', 'events', 'user_request_counts')`,
  );
  const traces: string[] = [];
  for (const { table, column } of columns) {
    const found = await app.deps.db.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [userId]);
    if (found.length > 0) traces.push(`${table}.${column}`);
  }
  return traces.sort();
}

/** Returns whether an administrator's notifications contain the e-mail address in Asha's message. */
async function tellsOfAsha(by: SignedIn): Promise<boolean> {
  const { rows } = await by.api.notifications.list({});
  return JSON.stringify(rows).includes('asha@example.in');
}

test('deleting a user keeps requests, receipts, ledger entries and audit records, and erases other personal data', async () => {
  const user = await app.newUser();
  const { cookie } = user;
  const form = buildDepositForm();
  await upload(app, { cookie, path: '/files/deposits', form, body: await buildImage() });
  const [approved] = (await admin.api.transactions.list({ type: 'deposit', tab: 'pending' })).rows;
  if (!approved) throw new Error('No deposit waits');
  await admin.api.review.decide({
    ids: [approved.id],
    decision: 'approved',
    requestKey: randomUUID(),
  });
  await upload(app, {
    cookie,
    path: '/files/deposits',
    body: await buildImage(),
    form: { ...buildDepositForm() },
  });
  await user.api.bankAccounts.create({
    accountName: 'Asha Rao',
    accountNumber: '123456789012',
    bankName: 'SBI',
    isDefault: true,
  });
  await upload(app, {
    cookie,
    method: 'POST',
    path: '/files/avatars',
    form: {},
    body: await buildImage(),
  });
  await user.api.supportMessages.send({
    name: 'Asha Rao',
    email: 'asha@example.in',
    category: 'other',
    subject: 'Help',
    message: 'My own words',
    requestKey: randomUUID(),
  });
  expect(await tellsOfAsha(admin)).toBe(true);
  const images = await app.deps.db.query<{ key: string }>(
    'SELECT storage_key AS key FROM files WHERE user_id = $1',
    [user.userId],
  );
  expect(images).toHaveLength(3);
  const stream = await openStream(user);
  const told = await openStream(admin);

  await remove(admin, user);

  expect((await stream.rest()).at(-1)).toMatchObject({ entity: 'sessionEnded' });
  expect(await errorCodeOf(user.api.sessions.current())).toMatch(/MISSING_SESSION|NOT_FOUND/);
  expect(await errorCodeOf(app.signIn(user.username, 'correct-horse'))).toBe('INVALID_CREDENTIALS');
  expect(await tracesOf(user.userId)).toEqual(TRACES);
  const accounts = await app.deps.db.query(
    'SELECT account_holder_name AS holder, account_number AS number FROM bank_accounts WHERE user_id = $1',
    [user.userId],
  );
  expect(accounts).toEqual([{ holder: '', number: '00000' }]);
  for (const { key } of images.filter(({ key }) => key.startsWith('avatars'))) {
    await expect.poll(() => app.deps.files.get(key).catch(() => undefined)).toBeUndefined();
  }
  for (const { key } of images.filter(({ key }) => key.startsWith('receipts'))) {
    expect((await app.deps.files.get(key)).length).toBeGreaterThan(0);
  }
  await expect.poll(() => app.deps.files.list('staged')).toEqual([]);
  expect(await tellsOfAsha(admin)).toBe(false);
  await told.until((event) => event.entity === 'notification' && event.op === 'delete');
  await told.close();
  const kept = await admin.api.transactions.search({ search: user.userId });
  const userName = deletedUsername(user.userId);
  expect(kept.rows.map((row) => [row.userName, row.kind, row.type, row.status])).toEqual([
    [userName, 'closure', 'withdrawal', 'approved'],
    [userName, 'request', 'deposit', 'rejected'],
    [userName, 'request', 'deposit', 'approved'],
  ]);
  const image = await fetch(`${app.baseUrl}${kept.rows[1]?.receiptUrl}`, {
    headers: { cookie: admin.cookie },
  });
  expect(image.status).toBe(200);
  const listed = await admin.api.users.list({ account: 'deleted' });
  expect(listed.rows[0]).toMatchObject({
    id: user.userId,
    username: userName,
    name: userName,
    balancePaise: 0,
    deletedAt: expect.any(Date),
  });
  const current = await admin.api.users.list({ search: '' });
  expect(current.rows.map(({ id }) => id)).not.toContain(user.userId);
  expect(await errorCodeOf(admin.api.users.get({ userId: idOf(user) }))).toBe('USER_NOT_FOUND');
  expect((await admin.api.users.list({ search: 'deleted account' })).total).toBe(0);
  const entries = await app.deps.db.query<{ amount: number }>(
    `SELECT amount_paise AS amount FROM ledger_entries WHERE user_id = $1 AND account = 'wallet' ORDER BY seq`,
    [user.userId],
  );
  expect(entries).toEqual([{ amount: approved.amountPaise }, { amount: -approved.amountPaise }]);
  const [record] = await app.deps.db.query<{ action: string; before: unknown; after: unknown }>(
    'SELECT action, before, after FROM audit_log WHERE chain_id = $1 ORDER BY seq DESC LIMIT 1',
    [user.userId],
  );
  expect(record).toMatchObject({
    action: 'user.delete',
    before: {
      username: user.username,
      role: 'user',
      status: 'active',
      balancePaise: approved.amountPaise,
      transactions: 2,
    },
    after: { rejected: 1, closure: kept.rows[0]?.id, referenceId: kept.rows[0]?.referenceId },
  });
  const { rows } = await admin.api.audit.list({ action: 'user.delete' });
  expect(rows[0]).toMatchObject({ subjectId: user.userId, subjectName: userName });
  await expectVerified(app.deps.db);
  expect(await errorCodeOf(remove(admin, user))).toBe('USER_NOT_FOUND');
  await app.newUser({ username: user.username });
});

test('refuses to delete default users, the own account and unknown users', {
  tags: 'section-5',
}, async () => {
  const demo = await app.signIn('demo', 'demo123');
  expect(await errorCodeOf(remove(admin, demo))).toBe('DEFAULT_USER_KEPT');
  const second = await app.newUser({ role: 'admin' });
  expect(await errorCodeOf(remove(second, second))).toBe('OWN_ACCOUNT_PROTECTED');
  expect(await errorCodeOf(remove(second, admin))).toBe('DEFAULT_USER_KEPT');
  const nobody = { userId: '01890000-0000-7000-8000-000000000000' };
  expect(await errorCodeOf(remove(second, nobody))).toBe('USER_NOT_FOUND');
  await remove(admin, second);
  expect(await errorCodeOf(second.api.users.list({}))).toMatch(/MISSING_SESSION|NOT_FOUND/);
});

test('keeps images that a deleted administrator uploaded for all users', async () => {
  const second = await app.newUser({ role: 'admin' });
  await upload(app, {
    cookie: second.cookie,
    path: '/files/qr-codes',
    body: await buildImage(),
    form: { name: 'UPI', description: '', isActive: true },
  });
  await remove(admin, second);
  const [code] = await admin.api.qrCodes.list();
  expect(code?.name).toBe('UPI');
  const image = await fetch(`${app.baseUrl}${code?.imageUrl}`, {
    headers: { cookie: admin.cookie },
  });
  expect(image.status).toBe(200);
});

test('deleting a user releases holds and closes the balance, with pending requests', async () => {
  const owner = await world.newActor({ balancePaise: 50_000 });
  const account = await world.newBankAccount(owner);
  await world.withdraw(owner, 20_000, account);
  await world.withdraw(owner, 30_000, account);
  await world.deposit(owner, 100);
  await removeUser({ ...world.deps, files: app.deps.files }, world.admin, owner.userId);
  await expectVerified(world.db);
  const adjustment = { newBalance: '10', shownBalancePaise: 0, reason: 'Correction of a fee' };
  const attempt = adjustBalance(world.deps, world.admin, {
    userId: owner.userId,
    ...adjustment,
    requestKey: randomUUID(),
  });
  await expect(attempt).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
});

test('verify reports a deleted account that still had a balance', async () => {
  const lonely = await openMoneyWorld();
  try {
    const owner = await lonely.newActor({ balancePaise: 5000 });
    const { userId } = owner;
    for (const table of ['transactions', 'passbook_days', 'wallet_balances']) {
      await lonely.db.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    }
    await lonely.db.query('DELETE FROM users WHERE id = $1', [userId]);
    const broken: string[] = [];
    for await (const { title, offenders } of verifyDatabase(lonely.db)) {
      if (offenders.length > 0) broken.push(title);
    }
    expect(broken).toContain('A closed account ended at 0, and its deletion is on record');
  } finally {
    await lonely.close();
  }
});

test('one of ten concurrent deletions succeeds, and concurrent requests and decisions leave no rows', async () => {
  const owner = await world.newActor({ balancePaise: 100_000 });
  const account = await world.newBankAccount(owner);
  const waiting = await Promise.all([1, 2, 3, 4].map((n) => world.deposit(owner, n * 100)));
  const decide = (id: string) =>
    decideTransactions(world.deps, world.admin, {
      ids: [id],
      decision: 'approved',
      requestKey: randomUUID(),
    });
  const before = await countTransactions(world.db);
  const removals = Array.from({ length: 10 }, () =>
    removeUser({ ...world.deps, files: app.deps.files }, world.admin, owner.userId),
  );
  const rest = [
    ...waiting.map(({ id }) => decide(id)),
    ...[1, 2, 3, 4].map(() => world.deposit(owner, 500)),
    ...[1, 2, 3, 4].map(() => world.withdraw(owner, 5000, account)),
  ];
  const [removed, others] = await Promise.all([
    Promise.allSettled(removals),
    Promise.allSettled(rest),
  ]);
  expect(removed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const codes = [...removed, ...others].flatMap((outcome) =>
    outcome.status === 'rejected' ? [codeOf(outcome.reason)] : [],
  );
  expect(new Set(codes)).toEqual(new Set(['USER_NOT_FOUND', ...codes.filter(isAllowed)]));
  expect((await countTransactions(world.db)).deposit.pending).toBeLessThan(before.deposit.pending);
  await expectVerified(world.db);
});

/** Errors that a request may return while its user is being deleted. */
const isAllowed = (code: string) =>
  ['USER_NOT_FOUND', 'MISSING_SESSION', 'ACCOUNT_INACTIVE'].includes(code);

function codeOf(error: { code?: string; cause?: { constraint?: string } }): string {
  return error.cause?.constraint ?? error.code ?? String(error);
}
