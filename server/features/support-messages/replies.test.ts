import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserId } from '#contract/shared/base.ts';
import { MAX_ANSWERS_PER_DAY, MAX_REPLIES } from '#contract/support-messages/rules.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import { openStream } from '#server/testing/streams.ts';

let app: TestApp;
let agent: SignedIn & { username: string };
let user: SignedIn & { username: string };
let userId: UserId;
/** The user's message. */
let id: string;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  agent = await app.newUser({ role: 'admin', adminRole: 'support' });
  user = await app.newUser();
  userId = user.userId as UserId;
  id = await send('No money yet');
});
afterAll(async () => {
  await expectVerified(app.deps.db);
  await app.close();
});

async function send(subject: string): Promise<string> {
  await user.api.supportMessages.send({
    name: 'Asha Rao',
    email: 'asha@example.in',
    category: 'deposit',
    subject,
    message: 'When does it come?',
    requestKey: randomUUID(),
  });
  const [newest] = (await user.api.supportMessages.own({})).rows;
  return newest?.id ?? '';
}

const answer = (replyCount: number, changes: { text?: string; requestKey?: string } = {}) =>
  agent.api.supportMessages.answer({
    userId,
    id,
    replyCount,
    text: 'It is on its way.',
    requestKey: randomUUID(),
    ...changes,
  });
const reply = (changes: { text?: string; requestKey?: string; id?: string } = {}) =>
  user.api.supportMessages.reply({ id, text: 'Thank you', requestKey: randomUUID(), ...changes });
const details = () => agent.api.supportMessages.get({ userId, id });
const own = () => user.api.supportMessages.getOwn({ id });

/** The ids of all conversations in a list, page by page. */
async function listed(state: 'open' | 'answered'): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await agent.api.supportMessages.list({ state, limit: 2, cursor });
    ids.push(...page.rows.map((row) => row.id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return ids;
}

test('an answer is shown and notified to the user without the name of the administrator', async () => {
  const [told, other] = [await openStream(user), await openStream(agent)];
  await answer(0);
  await told.until(({ entity }) => entity === 'notification');
  await told.until(({ entity }) => entity === 'support');
  await other.until(({ entity }) => entity === 'support');
  await Promise.all([told.close(), other.close()]);
  const shown = await own();
  expect(shown).toMatchObject({ state: 'answered', isUnread: true, message: 'When does it come?' });
  expect(shown.replies).toEqual([
    {
      id: expect.any(String),
      createdAt: expect.any(Date),
      isFromSupport: true,
      text: 'It is on its way.',
    },
  ]);
  expect(await user.api.supportMessages.unread()).toEqual({ count: 1 });
  const [notice] = (await user.api.notifications.list({})).rows;
  expect(notice).toMatchObject({
    titleKey: 'Answer from support',
    message: 'Support answered your message: No money yet',
    data: { support_message_id: id },
  });
  expect(JSON.stringify([shown, notice])).not.toContain(agent.username);
  expect(await details()).toMatchObject({
    state: 'answered',
    answeredBy: agent.username,
    username: user.username,
    name: 'Asha Rao',
    email: 'asha@example.in',
    replies: [{ author: agent.username, isFromSupport: true }],
  });
});

test('an answer closes an open message, a reply opens it again, and an administrator closes it without an answer', async () => {
  expect(await listed('open')).toContain(id);
  await answer(0);
  expect(await listed('open')).not.toContain(id);
  expect((await listed('answered'))[0]).toBe(id);
  await reply();
  expect(await details()).toMatchObject({ state: 'open', replies: [{}, { author: null }] });
  expect(await listed('answered')).not.toContain(id);
  await agent.api.notifications.clear();
  await reply({ text: 'Are you there?' });
  expect((await agent.api.notifications.list({})).rows).toMatchObject([
    { message: 'Asha Rao (asha@example.in) wrote: No money yet — Are you there?' },
  ]);
  await agent.api.supportMessages.markAnswered({ userId, id, replyCount: 3 });
  await agent.api.supportMessages.markAnswered({ userId, id, replyCount: 3 });
  expect(await details()).toMatchObject({ state: 'answered', answeredBy: agent.username });
  const records = await app.deps.db.query<{ action: string; after: object }>(
    `SELECT action, after FROM audit_log WHERE entity_id = $1 ORDER BY seq`,
    [id],
  );
  expect(records.map(({ action }) => action)).toEqual([
    ...['support.send', 'support.answer', 'support.reply', 'support.reply', 'support.close'],
  ]);
  expect(JSON.stringify(records)).not.toMatch(/way|Thank|money/);
});

test('open messages are listed by the time that their users wait, which a further reply does not change', async () => {
  const first = id;
  await app.clock.advance(60_000);
  const second = await send('Another question');
  await reply({ id: first });
  const open = (await listed('open')).filter((one) => [first, second].includes(one));
  expect(open).toEqual([first, second]);
  expect((await user.api.supportMessages.own({})).rows.map((row) => row.id)).toEqual([
    first,
    second,
  ]);
  await answer(1);
  await app.clock.advance(60_000);
  await reply({ id: first });
  const waiting = (await listed('open')).filter((one) => [first, second].includes(one));
  expect(waiting).toEqual([second, first]);
  const before = await agent.api.supportMessages.summary();
  await agent.api.supportMessages.markAnswered({ userId, id: first, replyCount: 3 });
  expect(await agent.api.supportMessages.summary()).toEqual({ open: before.open - 1 });
});

test('a user pages through their own messages only', async () => {
  const ids = [id];
  for (const subject of ['Two', 'Three']) {
    await app.clock.advance(1000);
    ids.unshift(await send(subject));
  }
  const first = await user.api.supportMessages.own({ limit: 2 });
  const rest = await user.api.supportMessages.own({ limit: 2, cursor: first.nextCursor });
  expect([...first.rows, ...rest.rows].map((row) => row.id)).toEqual(ids);
  expect(rest.nextCursor).toBeUndefined();
  const stranger = await app.newUser();
  expect((await stranger.api.supportMessages.own({})).rows).toEqual([]);
  const read = stranger.api.supportMessages.getOwn({ id });
  expect(await errorCodeOf(read)).toBe('SUPPORT_MESSAGE_NOT_FOUND');
  const reply = { id, text: 'Mine', requestKey: randomUUID() };
  expect(await errorCodeOf(stranger.api.supportMessages.reply(reply))).toBe(
    'SUPPORT_MESSAGE_NOT_FOUND',
  );
  await answer(0);
  await stranger.api.supportMessages.markRead({ id, replyCount: 1 });
  expect((await own()).isUnread).toBe(true);
  const wrongOwner = { userId: stranger.userId as UserId, id };
  expect(await errorCodeOf(agent.api.supportMessages.get(wrongOwner))).toBe(
    'SUPPORT_MESSAGE_NOT_FOUND',
  );
});

test('marking a conversation read includes no answer that arrived later', async () => {
  await answer(0);
  await user.api.supportMessages.markRead({ id, replyCount: 0 });
  expect((await own()).isUnread).toBe(true);
  const [told, others] = [await openStream(user), await openStream(agent)];
  await user.api.supportMessages.markRead({ id, replyCount: 1 });
  await told.until(({ entity }) => entity === 'support');
  expect((await own()).isUnread).toBe(false);
  expect(await user.api.supportMessages.unread()).toEqual({ count: 0 });
  await answer(1);
  await others.until(({ entity }) => entity === 'support');
  // The first event is about the answer: administrators receive none about what a user has read.
  expect(others.seen.filter(({ entity }) => entity === 'support')).toHaveLength(1);
  await Promise.all([told.close(), others.close()]);
});

test('replies of both sides with a repeated key are stored once, also when sent concurrently', async () => {
  const key = { requestKey: randomUUID() };
  await Promise.all([answer(0, key), answer(0, key), answer(0, key)]);
  await Promise.all([reply(key), reply(key)]);
  await Promise.all([answer(0, key), reply(key)]);
  expect((await own()).replies.map(({ text }) => text)).toEqual(['It is on its way.', 'Thank you']);
  expect((await user.api.notifications.list({})).rows).toHaveLength(1);
  const changed = { ...key, text: 'Something else' };
  expect(await errorCodeOf(answer(2, changed))).toBe('IDEMPOTENCY_CONFLICT');
  expect(await errorCodeOf(reply(changed))).toBe('IDEMPOTENCY_CONFLICT');
  const second = await send('Another');
  expect(await errorCodeOf(reply({ ...key, id: second }))).toBe('IDEMPOTENCY_CONFLICT');
});

test('only one of several administrators who answer the same message concurrently succeeds', async () => {
  const outcomes = await Promise.allSettled([answer(0), answer(0), answer(0)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await own()).replies).toHaveLength(1);
  await reply();
  expect(await errorCodeOf(answer(1))).toBe('CONVERSATION_CHANGED');
  const marked = agent.api.supportMessages.markAnswered({ userId, id, replyCount: 1 });
  expect(await errorCodeOf(marked)).toBe('CONVERSATION_CHANGED');
});

/** Inserts replies of the user, or of an administrator, without audit records. */
async function insertReplies(count: number, at: Date, from?: SignedIn): Promise<void> {
  await app.deps.db.query(
    `INSERT INTO support_replies (user_id, id, message_id, author_id, is_from_support, text, request_key, created_at)
     SELECT $1, gen_random_uuid(), $2, $5, $6, 'x', gen_random_uuid(), $4 FROM generate_series(1, $3::int)`,
    [userId, id, count, at, from?.userId ?? userId, from !== undefined],
  );
}

test('a conversation has a limited number of replies', async () => {
  await insertReplies(MAX_REPLIES - 1, new Date('2026-01-01'));
  await reply();
  expect(await errorCodeOf(reply())).toBe('CONVERSATION_FULL');
  expect(await errorCodeOf(answer(MAX_REPLIES))).toBe('CONVERSATION_FULL');
  await agent.api.supportMessages.markAnswered({ userId, id, replyCount: MAX_REPLIES });
});

test('a user sends twenty replies in 24 hours, also when sent concurrently', async () => {
  await insertReplies(17, app.deps.clock.now());
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => reply()));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await errorCodeOf(reply())).toBe('TOO_MANY_REPLIES');
  await answer(20);
  await app.clock.advance(25 * 60 * 60_000);
  await reply();
});

test('an administrator sends a limited number of replies in 24 hours', async () => {
  await insertReplies(MAX_ANSWERS_PER_DAY, app.deps.clock.now(), agent);
  id = await send('Another');
  expect(await errorCodeOf(answer(0))).toBe('TOO_MANY_REPLIES');
  await app.deps.db.query('DELETE FROM support_replies WHERE author_id = $1', [agent.userId]);
  await answer(0);
});

test.each([['' as const], ['\n\t '], ['x'.repeat(4001)]])(
  'refuses an empty or too long text',
  async (text) => {
    expect(await errorCodeOf(reply({ text }))).toBe('INVALID_INPUT');
    expect(await errorCodeOf(answer(0, { text }))).toBe('INVALID_INPUT');
  },
);

test('a deletion of the user erases the conversation, and one of the administrator keeps the answer', async () => {
  const chief = await app.admin();
  await answer(0);
  const erased = await send('Gone');
  await chief.api.users.remove({ userId: agent.userId as UserId });
  const shown = await chief.api.supportMessages.get({ userId, id });
  expect(shown).toMatchObject({
    answeredBy: null,
    replies: [{ author: null, isFromSupport: true }],
  });
  await chief.api.users.remove({ userId });
  const rows = await app.deps.db.query(
    `SELECT FROM support_replies WHERE user_id = $1 UNION ALL SELECT FROM support_messages WHERE user_id = $1`,
    [userId],
  );
  expect(rows).toEqual([]);
  const late = { userId, id: erased, text: 'Late', replyCount: 0, requestKey: randomUUID() };
  expect(await errorCodeOf(chief.api.supportMessages.answer(late))).toBe(
    'SUPPORT_MESSAGE_NOT_FOUND',
  );
});
