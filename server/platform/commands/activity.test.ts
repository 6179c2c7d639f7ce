import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorCodeOf, startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/harness.ts';
import { buildImage, makeDeposit } from '../../testing/upload.ts';
import { noteFailedLogin, writeActivity } from './activity.ts';
import { lockChains } from './audit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
/** Starts each test in a new minute, with nothing noted. */
beforeEach(async () => {
  await app.clock.advance(3_600_000);
  await writeActivity(app.deps);
  await app.clock.advance(3_600_000);
  await writeActivity(app.deps);
});

interface Written {
  action: string;
  chainId: string;
  actorId: string | null;
  entityId: string;
  after: Record<string, unknown> | null;
  ip: string | null;
}

/** Returns the records that `work` causes, oldest first. */
async function recordsOf(work: () => Promise<unknown>): Promise<Written[]> {
  const newest = 'SELECT coalesce(max(log_seq), 0)::int AS newest FROM audit_log';
  const [before] = await app.deps.db.query<{ newest: number }>(newest);
  await work();
  await writeActivity(app.deps);
  return app.deps.db.query<Written>(
    `SELECT action, chain_id AS "chainId", actor_id AS "actorId", entity_id AS "entityId", after, ip FROM audit_log
     WHERE log_seq > $1 ORDER BY log_seq`,
    [before?.newest],
  );
}

const fail = (username: string) => errorCodeOf(app.signIn(username, 'wrong-password'));

test('records a sign-in in the chain of the user, with the address', async () => {
  const { username, userId } = await app.newUser();
  const records = await recordsOf(() => app.signIn(username, TEST_PASSWORD));
  const own = { actorId: userId, chainId: userId, ip: '127.0.0.1' };
  expect(records).toEqual([expect.objectContaining({ ...own, action: 'session.start' })]);
});

test('records failed sign-ins of a user once a minute, with their number', async () => {
  const { username, userId } = await app.newUser();
  const failed = (attempts: number, typed: string) =>
    expect.objectContaining({
      action: 'session.fail',
      chainId: userId,
      entityId: userId,
      actorId: null,
      ip: '127.0.0.1',
      after: { attempts, typed },
    });
  const typed = username.toUpperCase();
  expect(await recordsOf(() => fail(typed))).toEqual([failed(1, typed)]);
  expect(await recordsOf(() => fail(username))).toEqual([]);
  expect(await recordsOf(() => fail(username))).toEqual([]);
  await app.clock.advance(60_000);
  expect(await recordsOf(async () => undefined)).toEqual([failed(2, typed)]);
  await app.clock.advance(60_000);
  expect(await recordsOf(async () => undefined)).toEqual([]);
});

test('records of what was typed for an unknown user only its beginning and length', async () => {
  const typed = async (username: string) => {
    const records = await recordsOf(() => fail(username));
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ chainId: 'access', entityId: 'unknown' });
    return records[0]?.after?.typed;
  };
  expect(await typed('my-secret-pw')).toBe('my… (12)');
  expect(await typed(`n\u0007body${'y'.repeat(100)}`)).toBe('n\uFFFD… (64)');
});

test('a locked chain does not hold back the others, and is written in the next turn', async () => {
  const [locked, free] = [await app.newUser(), await app.newUser()];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await recordsOf(() => app.signIn(locked.username, TEST_PASSWORD));
  const owner = await new Promise<{ ended: Promise<void> }>((resolve) => {
    const ended = app.deps.db.transaction(async (tx) => {
      await lockChains(tx, [locked.userId]);
      resolve({ ended });
      await held;
    });
  });
  const first = await recordsOf(async () => {
    await fail(locked.username);
    await fail(free.username);
  });
  expect(first.map(({ chainId }) => chainId)).toEqual([free.userId]);
  release();
  await owner.ended;
  const second = await recordsOf(async () => undefined);
  expect(second.map(({ chainId }) => chainId)).toEqual([locked.userId]);
});

test('a flood of failed sign-ins writes a bounded number of records', async () => {
  const flood = async () => {
    for (let n = 0; n < 5000; n += 1) {
      noteFailedLogin(app.deps, { username: `user-${n}`, ip: `10.0.${n % 250}.1` });
    }
  };
  const first = await recordsOf(flood);
  expect(first).toHaveLength(20);
  expect(await recordsOf(flood)).toEqual([]);
  await app.clock.advance(60_000);
  const second = await recordsOf(async () => undefined);
  expect(second.length).toBeLessThanOrEqual(21);
  const overflow = second.at(-1);
  expect(overflow).toMatchObject({ entityId: 'others', after: { attempts: expect.any(Number) } });
  const counted = [...first, ...second].reduce(
    (sum, { after }) => sum + Number(after?.attempts),
    0,
  );
  expect(counted).toBe(10_000);
});

test('records a refusal for lack of rights once, with route and reason', async () => {
  const { api, userId } = await app.newUser();
  const refuse = () => errorCodeOf(api.users.list({ limit: 10 }));
  const records = await recordsOf(async () => {
    await refuse();
    await refuse();
  });
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    action: 'access.refuse',
    chainId: userId,
    actorId: userId,
    entityId: 'POST /rpc/users/list',
    after: { becauseOf: 'ADMIN_REQUIRED', attempts: 2 },
  });
  expect(await recordsOf(refuse)).toEqual([]);
});

test('records once who saw a receipt or an account number of another person', async () => {
  const [person, admin] = [await app.newUser(), await app.admin()];
  const image = await buildImage();
  const { id } = await makeDeposit(app, { cookie: person.cookie, image }, { amount: '500' });
  await admin.api.review.decide({
    ids: [id],
    decision: 'approved',
    requestKey: crypto.randomUUID(),
  });
  const account = await person.api.bankAccounts.create({
    accountName: 'Asha Rao',
    accountNumber: '123456789012',
    bankName: 'HDFC Bank',
    isDefault: true,
  });
  const requestKey = crypto.randomUUID();
  const withdrawal = await person.api.withdrawals.request({
    amount: '20',
    bankAccountId: account.id,
    requestKey,
  });
  const { receiptUrl } = await admin.api.transactions.get({ id });
  const see = async ({ cookie }: { cookie: string }) => {
    const response = await fetch(`${app.baseUrl}${receiptUrl}`, { headers: { cookie } });
    expect(response.status).toBe(200);
  };
  expect(await recordsOf(() => see(person))).toEqual([]);
  const records = await recordsOf(async () => {
    await see(admin);
    await see(admin);
    await admin.api.transactions.get({ id });
    await admin.api.transactions.get({ id: withdrawal.id });
    await admin.api.review.desk({ id: withdrawal.id });
  });
  const seen = { actorId: admin.userId, chainId: person.userId, ip: '127.0.0.1' };
  expect(records).toEqual([
    expect.objectContaining({ ...seen, action: 'receipt.view' }),
    expect.objectContaining({ ...seen, action: 'accountNumber.view', entityId: withdrawal.id }),
  ]);
  expect(await recordsOf(() => see(admin))).toEqual([]);
  await app.clock.advance(600_000);
  await writeActivity(app.deps);
  expect(await recordsOf(() => see(admin))).toHaveLength(1);
});

test('records exports before they are sent, with their filters', async () => {
  const [person, admin] = [await app.newUser(), await app.admin()];
  const get = (path: string, { cookie }: { cookie: string }, method = 'GET') =>
    fetch(`${app.baseUrl}${path}`, { method, headers: { cookie } }).then((response) =>
      response.text(),
    );
  const records = await recordsOf(async () => {
    await get('/files/passbook.csv', person);
    await get('/files/transactions.csv?type=deposit&search=123456789012', admin);
    await get('/files/transactions.csv', admin, 'HEAD');
  });
  expect(records).toEqual([
    expect.objectContaining({ action: 'export.create', chainId: person.userId }),
    expect.objectContaining({
      action: 'export.create',
      chainId: 'exports',
      actorId: admin.userId,
      entityId: 'transactions.csv',
      after: { filters: expect.stringMatching(/"search":"•{8}9012".*"type":"deposit"/) },
    }),
    expect.objectContaining({ action: 'accountNumber.search', actorId: admin.userId, after: null }),
  ]);
});
