import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_CLOSURES_PER_DAY } from '#contract/closures/rules.ts';
import { verifyDatabase } from '#server/ledger/verify/verify.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { buildImage, makeDeposit } from '../../testing/upload.ts';

let app: TestApp;
let admin: SignedIn & { username: string };
let user: SignedIn & { username: string };
let image: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.newUser({ role: 'admin' });
  image = await buildImage();
});
beforeEach(async () => {
  user = await app.newUser();
});
afterAll(async () => {
  for await (const { title, offenders } of verifyDatabase(app.deps.db)) {
    expect([title, offenders]).toEqual([title, []]);
  }
  await app.close();
});

const ask = (reason = 'I move abroad') => user.api.closures.request({ reason });
const openOf = async (person: SignedIn) => {
  const { rows } = await admin.api.closures.list({});
  return rows.find(({ userId }) => userId === person.userId);
};
const own = () => user.api.closures.current();

test('administrators see an open request with its date and reason, and are notified', async () => {
  const { id } = await ask();
  expect(await openOf(user)).toMatchObject({
    id,
    reason: 'I move abroad',
    username: user.username,
    balancePaise: 0,
    createdAt: expect.any(Date),
  });
  const [notice] = (await admin.api.notifications.list({})).rows;
  expect(notice).toMatchObject({
    title: 'Closure request',
    message: `${user.username} asked to close the account.`,
  });
  const details = await admin.api.users.get({ userId: user.userId as never });
  expect(details.closure).toMatchObject({ id, reason: 'I move abroad' });
  const { rows } = await user.api.audit.own({});
  expect(rows[0]).toMatchObject({ action: 'closure.request', isOwn: true });
});

test('a repeated and a concurrent request return the open one', async () => {
  const all = await Promise.all([ask('a'), ask('b'), ask('c')]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect((await own()).request?.id).toBe(all[0]?.id);
});

test('is refused with pending requests, a balance that can be withdrawn, and for default accounts', async () => {
  const { id } = await makeDeposit(app, { cookie: user.cookie, image }, { amount: '1000' });
  expect(await own()).toMatchObject({ request: null, pendingRequests: 1 });
  expect(await errorCodeOf(ask())).toBe('CLOSURE_WITH_PENDING');
  const requestKey = crypto.randomUUID();
  await admin.api.review.decide({ ids: [id], decision: 'approved', requestKey });
  expect(await errorCodeOf(ask())).toBe('CLOSURE_WITH_BALANCE');
  const standard = await app.admin();
  expect(await errorCodeOf(standard.api.closures.request({ reason: '' }))).toBe(
    'DEFAULT_USER_KEPT',
  );
});

test('the user takes a request back, which repeated has no effect, and requests again up to a limit', async () => {
  for (let n = 0; n < MAX_CLOSURES_PER_DAY; n += 1) {
    const { id } = await ask();
    await user.api.closures.withdraw({ id });
    await user.api.closures.withdraw({ id });
    expect((await own()).request).toMatchObject({ id, state: 'withdrawn' });
  }
  expect(await openOf(user)).toBeUndefined();
  expect(await errorCodeOf(ask())).toBe('TOO_MANY_CLOSURES');
});

test('a refusal needs a reason, which the user sees and is notified of', async () => {
  const { id } = await ask();
  const refusal = { id, userId: user.userId as never };
  expect(await errorCodeOf(admin.api.closures.refuse({ ...refusal, reason: ' ' }))).toBe(
    'CLOSURE_REASON_REQUIRED',
  );
  await admin.api.closures.refuse({ ...refusal, reason: 'A payment is being checked' });
  expect((await own()).request).toMatchObject({
    state: 'refused',
    refusalReason: 'A payment is being checked',
  });
  const [notice] = (await user.api.notifications.list({})).rows;
  expect(notice).toMatchObject({
    type: 'error',
    data: { rejection_reason: 'A payment is being checked' },
  });
  expect(await errorCodeOf(user.api.closures.withdraw({ id }))).toBe('CLOSURE_ENDED');
  expect(await errorCodeOf(admin.api.closures.refuse({ ...refusal, reason: 'x' }))).toBe(
    'CLOSURE_ENDED',
  );
});

test('one of taking back, refusing and deleting wins, also when they are concurrent', async () => {
  const person = user;
  const { id } = await ask();
  const userId = person.userId as never;
  const outcomes = await Promise.allSettled([
    person.api.closures.withdraw({ id }),
    admin.api.closures.refuse({ id, userId, reason: 'Not yet' }),
    admin.api.users.remove({ userId, closureId: id }),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a deletion for a request that was taken back is refused; one for an open request erases it', async () => {
  const { id } = await ask();
  await user.api.closures.withdraw({ id });
  const userId = user.userId as never;
  const remove = (closureId: string) => admin.api.users.remove({ userId, closureId });
  expect(await errorCodeOf(remove(id))).toBe('CLOSURE_ENDED');
  const again = await ask();
  await remove(again.id);
  expect(await openOf(user)).toBeUndefined();
  const left = await app.deps.db.query(
    `SELECT FROM closure_requests WHERE user_id = $1 UNION ALL
     SELECT FROM notifications WHERE data ->> 'closure_of' = $2`,
    [user.userId, user.userId],
  );
  expect(left).toEqual([]);
});

test('another user can neither take back nor see a request', async () => {
  const { id } = await ask();
  const other = await app.newUser();
  expect(await errorCodeOf(other.api.closures.withdraw({ id }))).toBe('CLOSURE_ENDED');
  expect((await other.api.closures.current()).request).toBeNull();
  expect(await errorCodeOf(other.api.closures.list({}))).toBe('ADMIN_REQUIRED');
});

test('lists open requests page by page, oldest first', async () => {
  const asked: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    user = await app.newUser();
    asked.push((await ask()).id);
  }
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.api.closures.list({ limit: 1, ...(cursor && { cursor }) });
    found.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(found.filter((id) => asked.includes(id))).toEqual(asked);
  expect(found).toHaveLength((await admin.api.closures.list({})).total);
});
