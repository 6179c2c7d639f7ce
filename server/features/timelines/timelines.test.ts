import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TimelineRow } from '#contract/timelines/schema.ts';
import { newId } from '#server/base/ids.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '../../testing/harness.ts';

type User = Awaited<ReturnType<TestApp['newUser']>>;

let app: TestApp;
let admin: SignedIn;
let second: User;
let user: User;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  second = await app.newUser({ role: 'admin' });
  user = await app.newUser();
});
afterAll(() => app.close());

const list = (input: object = {}, reader = admin) =>
  reader.api.timelines.list({ userId: user.userId, ...input });
const addNote = (text: string, by = admin, userId = user.userId) =>
  by.api.timelines.addNote({ userId, text, requestKey: randomUUID() });
const nameOf = ({ record }: TimelineRow) => record?.action ?? 'sign-in';
const adjust = (newBalance: string, shownBalancePaise: number) =>
  admin.api.users.adjustBalance({
    userId: user.userId,
    newBalance,
    shownBalancePaise,
    reason: 'Refund of a fee',
    requestKey: randomUUID(),
  });

test('the timeline contains the user’s actions, actions of administrators on them, and logins', async () => {
  await adjust('500', 0);
  const form = { accountName: 'Asha', accountNumber: '12345678', bankName: 'SBI', isDefault: true };
  const account = await user.api.bankAccounts.create(form);
  const request = { amount: '200', bankAccountId: account.id, requestKey: randomUUID() };
  const withdrawal = await user.api.withdrawals.request(request);
  const decision = { decision: 'rejected' as const, notes: 'Not today', requestKey: randomUUID() };
  await admin.api.review.decide({ ids: [withdrawal.id], ...decision });
  const note = await addNote('Called about a withdrawal.', second);
  await admin.api.users.setStatus({ userId: user.userId, status: 'inactive' });
  await admin.api.users.setStatus({ userId: user.userId, status: 'active' });
  const { rows, nextCursor } = await list();
  expect(nextCursor).toBeUndefined();
  expect(rows.map(nameOf).filter((name) => name !== 'sign-in')).toEqual([
    'user.activate',
    'user.deactivate',
    'note.insert',
    'transaction.reject',
    'transaction.request',
    'bankAccount.insert',
    'user.adjustBalance',
    'user.create',
  ]);
  const rejection = rows.find((row) => nameOf(row) === 'transaction.reject');
  expect(rejection).toMatchObject({
    kind: 'decisions',
    record: { actorName: 'admin', entityId: withdrawal.id },
    request: {
      id: withdrawal.id,
      type: 'withdrawal',
      status: 'rejected',
      amountPaise: 20_000,
      referenceId: withdrawal.referenceId,
      adminNotes: 'Not today',
      reason: null,
    },
  });
  const adjustment = rows.find((row) => nameOf(row) === 'user.adjustBalance');
  expect(adjustment).toMatchObject({ kind: 'balance', request: { amountPaise: 50_000 } });
  const told = rows.find((row) => nameOf(row) === 'note.insert');
  expect(told).toMatchObject({
    record: { actorName: second.username, entityId: note.id },
    note: { text: 'Called about a withdrawal.', isOwn: false },
  });
  const signIn = rows.find((row) => row.kind === 'signIns');
  expect(signIn?.signIn).toMatchObject({ ip: '127.0.0.1' });
});

test.each([
  ['requests', ['transaction.request']],
  ['decisions', ['transaction.reject']],
  ['balance', ['user.adjustBalance']],
  ['changes', ['user.activate', 'user.deactivate', 'bankAccount.insert', 'user.create']],
  ['notes', ['note.insert']],
  ['signIns', ['sign-in']],
] as const)('filters the timeline by %s', async (kind, expected) => {
  const { rows } = await list({ kind });
  expect(rows.map(nameOf)).toEqual([...expected]);
  expect(rows.every((row) => row.kind === kind)).toBe(true);
});

test('pages of the timeline merge records and logins without gaps or duplicates', async () => {
  for (let n = 0; n < 3; n += 1) {
    await app.client().sessions.login({ username: user.username, password: TEST_PASSWORD });
    await addNote(`Note ${n}`);
  }
  const whole = await list({ limit: 100 });
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 2, ...(cursor && { cursor }) });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(ids).toEqual(whole.rows.map(({ id }) => id));
  expect(whole.rows.filter(({ kind }) => kind === 'signIns')).toHaveLength(4);
});

test('a record with an early time of a slow clock is on a page of the timeline', async () => {
  const clocks = await app.newUser();
  for (const text of ['first', 'second', 'third']) await addNote(text, admin, clocks.userId);
  await app.deps.db.query('ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only');
  await app.deps.db.query(
    `UPDATE audit_log SET created_at = created_at + interval '1 hour' WHERE chain_id = $1::text AND seq = 3`,
    [clocks.userId],
  );
  const texts: (string | undefined)[] = [];
  let cursor: string | undefined;
  do {
    const input = { userId: clocks.userId, limit: 1, kind: 'notes' as const };
    const page = await admin.api.timelines.list({ ...input, ...(cursor && { cursor }) });
    texts.push(...page.rows.map(({ note }) => note?.text));
    cursor = page.nextCursor;
  } while (cursor);
  expect(texts).toEqual(['third', 'second', 'first']);
});

test('searches a rare kind in a long timeline in several pages of limited cost', async () => {
  const busy = await app.newUser();
  await addNote('An old note', admin, busy.userId);
  await app.deps.db.query(
    `INSERT INTO audit_log (chain_id, seq, id, action, entity, entity_id, created_at, previous_hash, hash)
     SELECT $1::text, 10 + n, gen_random_uuid(), 'profile.update', 'profile', $1::text, now(), '', ''
     FROM generate_series(1, 4500) AS n`,
    [busy.userId],
  );
  const pages: number[] = [];
  let cursor: string | undefined;
  do {
    const input = { userId: busy.userId, kind: 'notes' as const };
    const page = await admin.api.timelines.list({ ...input, ...(cursor && { cursor }) });
    pages.push(page.rows.length);
    cursor = page.nextCursor;
  } while (cursor);
  expect(pages).toEqual([0, 0, 1]);
});

describe('notes about a user', () => {
  test('are stored once when sent twice with one key, and a key can’t be used for another note', async () => {
    const requestKey = randomUUID();
    const send = (text: string) =>
      admin.api.timelines.addNote({ userId: user.userId, text, requestKey });
    const [first, again] = await Promise.all([send(' Same\u202e. '), send('Same.')]);
    expect(again).toEqual(first);
    expect(await errorCodeOf(send('Other.'))).toBe('IDEMPOTENCY_CONFLICT');
    const { rows } = await list({ kind: 'notes' });
    expect(rows[0]?.note).toEqual({ text: 'Same.', isOwn: true });
    expect(rows.filter(({ note }) => note?.text === 'Same.')).toHaveLength(1);
  });

  test('can be deleted by their author only; the deletion is audited without the text', async () => {
    const { id } = await addNote('To be forgotten');
    const note = { userId: user.userId, id };
    expect(await errorCodeOf(second.api.timelines.removeNote(note))).toBe('NOTE_OF_ANOTHER');
    await admin.api.timelines.removeNote(note);
    expect(await errorCodeOf(admin.api.timelines.removeNote(note))).toBe('NOTE_NOT_FOUND');
    const [deleted, added] = (await list({ kind: 'notes' })).rows;
    expect(deleted).toMatchObject({ record: { action: 'note.delete', entityId: id }, note: null });
    expect(added).toMatchObject({ record: { action: 'note.insert', entityId: id }, note: null });
    const kept = await app.deps.db.query(
      `SELECT 1 FROM audit_log WHERE after::text LIKE '%forgotten%'`,
    );
    expect(kept).toEqual([]);
  });

  test('require a text of limited length and an existing user', async () => {
    expect(await errorCodeOf(addNote(' \n '))).toBe('NOTE_REQUIRED');
    expect(await errorCodeOf(addNote('x'.repeat(1001)))).toBe('INVALID_INPUT');
    const nobody = newId() as typeof user.userId;
    expect(await errorCodeOf(addNote('x', admin, nobody))).toBe('USER_NOT_FOUND');
  });

  test('are limited to 500 per user, also when added concurrently', async () => {
    const noted = await app.newUser();
    await app.deps.db.query(
      `INSERT INTO user_notes (user_id, id, author_id, text, request_key, created_at)
       SELECT $1, gen_random_uuid(), $2, 'x', gen_random_uuid(), now() FROM generate_series(1, 498)`,
      [noted.userId, admin.userId],
    );
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        addNote(`${n}`, admin, noted.userId).then(
          () => 'added',
          () => 'refused',
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(2);
  });

  test('are deleted with the user, unlike the records of the timeline', async () => {
    const leaving = await app.newUser();
    await addNote('Leaving soon', admin, leaving.userId);
    await admin.api.users.remove({ userId: leaving.userId });
    const left = await app.deps.db.query('SELECT 1 FROM user_notes WHERE user_id = $1', [
      leaving.userId,
    ]);
    expect(left).toEqual([]);
    const { rows } = await list({ userId: leaving.userId });
    expect(rows.map(({ record, note }) => [record?.action, note])).toEqual([
      ['user.delete', null],
      ['note.insert', null],
      ['user.create', null],
    ]);
  });
});

test('only administrators read timelines, and invalid cursors are refused', async () => {
  const other = await app.newUser();
  expect(await errorCodeOf(list({}, other))).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(addNote('About me', other))).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(app.client().timelines.list({ userId: user.userId }))).toBe(
    'MISSING_SESSION',
  );
  for (const cursor of ['x', '5.x', '1.', '99999999999999999999.x']) {
    expect(await errorCodeOf(list({ cursor }))).toBe('INVALID_INPUT');
  }
  expect(await errorCodeOf(list({ kind: 'secrets' }))).toBe('INVALID_INPUT');
});
