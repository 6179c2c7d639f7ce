import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userId as userIdSchema } from '#contract/shared/base.ts';
import { writeActivity } from '#server/platform/commands/activity.ts';
import { createTestUser } from '#server/testing/accounts.ts';
import { DAY_BEFORE, TEST_DAY } from '#server/testing/clock.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '#server/testing/harness.ts';

let app: TestApp;
let admin: SignedIn;
let second: SignedIn & { username: string };
let user: SignedIn & { username: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  [second, user] = await Promise.all([app.newUser({ role: 'admin' }), app.newUser()]);
  const userId = userIdSchema.parse(user.userId);
  await second.api.users.setStatus({ userId, status: 'inactive' });
  await second.api.users.setStatus({ userId, status: 'active' });
  await second.api.users.adjustBalance({
    userId,
    newBalance: '50',
    shownBalancePaise: 0,
    reason: 'Refund of a fee',
    requestKey: randomUUID(),
  });
  await second.api.sources.create({ name: 'Fair', isActive: true });
});
afterAll(() => app.close());

async function actionsOf(input: object): Promise<string[]> {
  const { rows } = await admin.api.audit.list(input);
  return rows.map((row) => row.action);
}

test('an audit record has its actor, the affected user, the values before and after, and the address', async () => {
  const { rows } = await admin.api.audit.list({
    search: second.username,
    action: 'user.deactivate',
  });
  expect(rows).toMatchObject([
    {
      actorId: second.userId,
      actorName: second.username,
      action: 'user.deactivate',
      entity: 'user',
      entityId: user.userId,
      subjectId: user.userId,
      subjectName: user.username,
      before: { status: 'active' },
      after: { status: 'inactive' },
      ip: '127.0.0.1',
    },
  ]);
});

test('finds audit records by actor, affected user, action and id', async () => {
  const ofUser = [
    'user.adjustBalance',
    'user.activate',
    'user.deactivate',
    'session.start',
    'user.create',
  ];
  expect(await actionsOf({ search: user.username.toUpperCase() })).toEqual(ofUser);
  expect(await actionsOf({ search: user.userId })).toEqual(ofUser);
  expect(await actionsOf({ search: second.username })).toEqual([
    'source.insert',
    'user.adjustBalance',
    'source.insert',
    'user.activate',
    'user.deactivate',
    'session.start',
    'user.create',
  ]);
  expect(new Set(await actionsOf({ search: 'DEACT' }))).toEqual(new Set(['user.deactivate']));
  expect(await actionsOf({ search: 'nobody at all' })).toEqual([]);
  expect(await actionsOf({ search: user.username, action: 'user.activate' })).toEqual([
    'user.activate',
  ]);
  const [source] = (await admin.api.audit.list({ action: 'source.insert' })).rows;
  const byId = await admin.api.audit.list({ search: source?.entityId ?? '' });
  expect(byId.rows.map((row) => row.id)).toEqual([source?.id]);
});

test('filters audit records by action and by days, and lists the existing actions', async () => {
  expect(new Set(await actionsOf({ action: 'user.create' }))).toEqual(new Set(['user.create']));
  const all = await actionsOf({ limit: 100 });
  const today = await actionsOf({ from: TEST_DAY, to: TEST_DAY, limit: 100 });
  const seeding = await actionsOf({ to: DAY_BEFORE, limit: 100 });
  expect(seeding).toContain('user.create');
  expect([...today, ...seeding]).toEqual(all);
  expect(await actionsOf({ to: '2020-01-01' })).toEqual([]);
  expect(await actionsOf({ search: user.username, to: '2020-01-01' })).toEqual([]);
  expect(await admin.api.audit.actions()).toEqual([...new Set(all)].sort());
});

test.each([{}, { search: 'user' }, { action: 'user.create' }])(
  'pages the audit log with the filters %o',
  async (filters) => {
    const whole = await admin.api.audit.list({ ...filters, limit: 100 });
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.api.audit.list({ ...filters, limit: 2, ...(cursor && { cursor }) });
      ids.push(...page.rows.map((row) => row.id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toEqual(whole.rows.map((row) => row.id));
  },
);

/** Pages through a search and returns the numbers of a user's records in the order of the list. */
async function pageThrough(
  person: { userId: string },
  filters: object,
  limit: number,
): Promise<number[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.api.audit.list({ ...filters, limit, ...(cursor && { cursor }) });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  const rows = await app.deps.db.query<{ id: string; seq: number }>(
    'SELECT id, seq FROM audit_log WHERE chain_id = $1::text',
    [person.userId],
  );
  const seqOf = new Map(rows.map(({ id, seq }) => [id, seq]));
  return ids.flatMap((id) => seqOf.get(id) ?? []);
}

/** Appends 2,500 records to a user's chain within one day, with equal times and with clocks that step back. */
async function addSkewedRecords(person: { userId: string }): Promise<void> {
  await app.deps.db.query(
    `INSERT INTO audit_log (chain_id, seq, id, action, entity, entity_id, created_at, previous_hash, hash)
     SELECT $1::text, 1 + n, gen_random_uuid(), CASE WHEN n % 5 = 0 THEN 'rare.change' ELSE 'frequent.change' END,
       'test', '', timestamptz '2026-11-10 12:00+05:30' + (n % 7) * ((-1) ^ n * 3000) * interval '1 second', '', ''
     FROM generate_series(1, 2500) AS n ORDER BY n`,
    [person.userId],
  );
}

describe('records whose times are equal, late or from wrong clocks', () => {
  let person: { userId: string; username: string };
  beforeAll(async () => {
    const username = `skewed-${randomUUID().slice(0, 8)}`;
    // Does not sign in, which would add a record to the chain.
    const userId = await createTestUser(app.deps, {
      username,
      password: TEST_PASSWORD,
      role: 'user',
    });
    person = { userId, username };
    await addSkewedRecords(person);
  });
  const newestFirst = (isShown: (n: number) => boolean = () => true) =>
    Array.from({ length: 2500 }, (_, index) => 2500 - index)
      .filter(isShown)
      .map((n) => 1 + n);

  test.each([7, 100])(
    'are listed once, in the order of their chain, in pages of %i',
    async (limit) => {
      const found = await pageThrough(person, { search: person.username }, limit);
      expect(found).toEqual([1, ...newestFirst()]);
    },
  );

  test('are listed once with the filters of an action and of days', async () => {
    const [day, search] = ['2026-11-10', person.username];
    expect(await pageThrough(person, { action: 'rare.change' }, 30)).toEqual(
      newestFirst((n) => n % 5 === 0),
    );
    expect(await pageThrough(person, { search, from: day, to: day }, 100)).toEqual(newestFirst());
    expect(await pageThrough(person, { from: day, to: day }, 100)).toEqual(newestFirst());
    expect(await pageThrough(person, { search, to: '2026-11-09' }, 100)).toEqual([]);
    expect(await pageThrough(person, { search, from: '2026-11-11' }, 100)).toEqual([1]);
  });
});

test('refuses invalid filters of the audit log', async () => {
  const calls = [{ cursor: 'x' }, { from: 'today' }, { search: 'x'.repeat(201) }, { limit: 0 }];
  const codes = await Promise.all(calls.map((input) => errorCodeOf(admin.api.audit.list(input))));
  expect(codes).toEqual(Array(calls.length).fill('INVALID_INPUT'));
  expect(await errorCodeOf((await app.newUser()).api.audit.list({}))).toBe('ADMIN_REQUIRED');
});

describe('narrowing filters', () => {
  const idsOf = async (input: object) =>
    (await admin.api.audit.list({ limit: 100, ...input })).rows.map(({ id }) => id);

  /** Every record, newest first. */
  async function everything() {
    const { rows } = await admin.api.audit.list({ limit: 100 });
    return rows;
  }

  type Row = Awaited<ReturnType<typeof everything>>[number];
  const cases: [string, () => object, (row: Row) => boolean][] = [
    [
      'the person concerned',
      () => ({ person: user.username }),
      (row) => row.subjectId === user.userId,
    ],
    ['the person by id', () => ({ person: user.userId }), (row) => row.subjectId === user.userId],
    [
      'the actor',
      () => ({ actor: second.username.toUpperCase() }),
      (row) => row.actorId === second.userId,
    ],
    [
      'the actor and an action',
      () => ({ actor: second.username, action: 'source.insert' }),
      (row) => row.actorId === second.userId && row.action === 'source.insert',
    ],
    [
      'a person and an actor',
      () => ({ person: user.username, actor: second.username }),
      (row) => row.subjectId === user.userId && row.actorId === second.userId,
    ],
    [
      'an amount',
      () => ({ minAmount: '50', maxAmount: '50.00' }),
      (row) => row.action === 'user.adjustBalance',
    ],
    ['the address', () => ({ address: '127.0' }), (row) => row.ip === '127.0.0.1'],
    [
      'a search and the address',
      () => ({ search: second.username, address: '127.' }),
      (row) => row.ip === '127.0.0.1' && [row.actorId, row.subjectId].includes(second.userId),
    ],
  ];

  test.each(cases)('find the records by %s', async (_, input, isWanted) => {
    const wanted = (await everything()).filter(isWanted).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(0);
    expect(await idsOf(input())).toEqual(wanted);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.api.audit.list({ ...input(), limit: 2, ...(cursor && { cursor }) });
      paged.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(wanted);
  });

  test.each([
    { person: 'nobody at all' },
    { actor: randomUUID() },
    { minAmount: '51', maxAmount: '52' },
    { address: '10.' },
    { person: 'admin', to: '2020-01-01' },
  ])('find nothing by %j', async (input) => expect(await idsOf(input)).toEqual([]));

  test('refuse an amount that is none', async () => {
    expect(await errorCodeOf(admin.api.audit.list({ minAmount: 'much' }))).toBe('INVALID_INPUT');
  });

  test('read a bounded number of rows for a page, and find a rare record on a later page', async () => {
    await app.deps.db.query(
      `INSERT INTO audit_log (chain_id, seq, id, action, entity, entity_id, created_at, ip, previous_hash, hash)
       SELECT 'many', n, gen_random_uuid(), 'test.act', 'test', 'one', now(), '10.9.9.9', '', '' FROM generate_series(1, 30000) AS n`,
    );
    let [cursor, pages, found]: [string | undefined, number, number] = [undefined, 0, 0];
    do {
      const page: Awaited<ReturnType<typeof admin.api.audit.list>> = await admin.api.audit.list({
        address: '127.',
        minAmount: '50',
        limit: 10,
        ...(cursor && { cursor }),
      });
      [cursor, pages, found] = [page.nextCursor, pages + 1, found + page.rows.length];
    } while (cursor);
    expect({ pages, found }).toEqual({ pages: 2, found: 1 });
  });
});

describe('export', () => {
  const get = async (path: string, { cookie }: SignedIn) => {
    const response = await fetch(`${app.baseUrl}${path}`, { headers: { cookie } });
    return { response, text: await response.text() };
  };

  test('as CSV and JSON has the filtered records, and is recorded', async () => {
    const query = `?person=${user.username}&action=user.deactivate`;
    const csv = await get(`/files/audit.csv${query}`, admin);
    expect(csv.response.headers.get('content-disposition')).toMatch(/audit_[\d-]+\.csv/);
    const lines = csv.text.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`,user.deactivate,${second.username},${second.userId},127.0.0.1,`);
    const json = await get(`/files/audit.json${query}`, admin);
    expect(json.response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(json.text)).toMatchObject([{ action: 'user.deactivate' }]);
    const { rows } = await admin.api.audit.list({ action: 'export.create' });
    expect(rows.map(({ entityId, after }) => [entityId, after])).toEqual(
      ['audit.json', 'audit.csv'].map((file) => [
        file,
        { filters: expect.stringContaining(user.username) },
      ]),
    );
  });

  test('of more records than a batch is complete', async () => {
    const { text } = await get('/files/audit.json?action=test.act', admin);
    expect(JSON.parse(text)).toHaveLength(30_000);
    expect(JSON.parse((await get('/files/audit.json?person=nobody', admin)).text)).toEqual([]);
  });

  test('is for administrators, and refuses bad filters', async () => {
    expect((await get('/files/audit.csv', await app.newUser())).response.status).toBe(403);
    expect((await get('/files/audit.json?from=yesterday', admin)).response.status).toBe(422);
  });
});

describe('own activity', () => {
  test('has sign-ins, changes and decisions, but no address, note or look of others', async () => {
    const person = await app.newUser();
    const userId = userIdSchema.parse(person.userId);
    await errorCodeOf(app.signIn(person.username, 'wrong-password'));
    await writeActivity(app.deps);
    await admin.api.timelines.addNote({ userId, text: 'Suspicious', requestKey: randomUUID() });
    const adjustment = { newBalance: '50', shownBalancePaise: 0, reason: 'Refund of a fee' };
    await admin.api.users.adjustBalance({ userId, ...adjustment, requestKey: randomUUID() });
    const { rows } = await person.api.audit.own({});
    expect(rows.map(({ action, isOwn, ip }) => [action, isOwn, ip])).toEqual([
      ['user.adjustBalance', false, null],
      ['session.fail', false, null],
      ['session.start', true, '127.0.0.1'],
      ['user.create', false, null],
    ]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['action', 'createdAt', 'id', 'ip', 'isOwn']);
    const first = await person.api.audit.own({ limit: 3 });
    const second = await person.api.audit.own({ limit: 3, cursor: first.nextCursor ?? '' });
    expect([...first.rows, ...second.rows]).toEqual(rows);
    expect(second.nextCursor).toBeUndefined();
    expect(await errorCodeOf(person.api.audit.own({ cursor: 'none' }))).toBe('INVALID_INPUT');
  });
});
