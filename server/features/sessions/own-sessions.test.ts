import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_SESSIONS } from '#contract/sessions/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { newId } from '#server/base/ids.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '#server/testing/harness.ts';
import { openStream } from '#server/testing/streams.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function enterTwice() {
  const first = await app.newUser();
  const second = await app.signIn(first.username, TEST_PASSWORD);
  return { first, second, username: first.username };
}

const idOf = async (person: SignedIn): Promise<string> =>
  (await person.api.sessions.list()).find(({ isCurrent }) => isCurrent)?.id ?? '';

const recordsOf = ({ userId }: SignedIn) =>
  app.deps.db.query(
    `SELECT action, entity_id AS "entityId", after FROM audit_log
     WHERE chain_id = $1 AND action IN ('session.end', 'user.endSessions') ORDER BY seq`,
    [userId],
  );

test('lists the open sessions of the caller only, and marks the one that calls', async () => {
  const { first, second } = await enterTwice();
  await app.newUser();
  await app.deps.db.query(
    `UPDATE sessions SET user_agent = 'Mozilla/5.0 (X11; CrOS x86_64) Chrome/147.0', ip = '203.0.113.77'
     WHERE id = $1`,
    [await idOf(first)],
  );
  const listed = await second.api.sessions.list();
  expect(listed).toHaveLength(2);
  expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  const other = listed.find(({ isCurrent }) => !isCurrent);
  expect(other).toMatchObject({ browser: 'Chrome', system: 'ChromeOS', network: '203.0.113.*' });
  expect(JSON.stringify(listed)).not.toContain('203.0.113.77');
  await first.api.sessions.logout();
  expect(await second.api.sessions.list()).toHaveLength(1);
});

test('ends another session of the caller, and its streams', async () => {
  const { first, second } = await enterTwice();
  const stream = await openStream(first);
  const id = await idOf(first);
  await second.api.sessions.end({ id });
  expect(await stream.rest()).toContainEqual(expect.objectContaining({ entity: 'sessionEnded' }));
  expect(await errorCodeOf(first.api.sessions.current())).toBe('MISSING_SESSION');
  expect(await second.api.sessions.list()).toHaveLength(1);
  expect(await recordsOf(second)).toEqual([{ action: 'session.end', entityId: id, after: null }]);
  expect(await errorCodeOf(second.api.sessions.end({ id }))).toBe('SESSION_NOT_FOUND');
});

test('does not end the session of another person', async () => {
  const other = await app.newUser();
  const { second } = await enterTwice();
  const id = await idOf(other);
  expect(await errorCodeOf(second.api.sessions.end({ id }))).toBe('SESSION_NOT_FOUND');
  expect((await other.api.sessions.current()).user.id).toBe(other.userId);
});

test('ends all sessions except the one that calls', async () => {
  const { first, second, username } = await enterTwice();
  const third = await app.signIn(username, TEST_PASSWORD);
  expect(await second.api.sessions.endOthers()).toEqual({ ended: 2 });
  for (const one of [first, third]) {
    expect(await errorCodeOf(one.api.sessions.current())).toBe('MISSING_SESSION');
  }
  expect(await second.api.sessions.list()).toHaveLength(1);
  const after = { sessions: 2 };
  const record = { action: 'user.endSessions', entityId: second.userId, after };
  expect(await recordsOf(second)).toEqual([record]);
  expect(await second.api.sessions.endOthers()).toEqual({ ended: 0 });
  expect(await recordsOf(second)).toEqual([record]);
});

async function insertSessions(userId: UserId, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await app.deps.db.query(
    `INSERT INTO sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at, confirmed_at)
     SELECT id, $2, sha256(id::text::bytea), $3::timestamptz - interval '1 day',
       $3::timestamptz - n * interval '1 minute', $3::timestamptz + interval '29 days', now()
     FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, n)`,
    [ids, userId, app.deps.clock.now()],
  );
  return ids;
}

test('a login beyond the limit ends the session that was not used for the longest time', async () => {
  const person = await app.newUser();
  const stored = await insertSessions(person.userId as UserId, MAX_SESSIONS - 1);
  expect(await person.api.sessions.list()).toHaveLength(MAX_SESSIONS);
  const newest = await app.signIn(person.username, TEST_PASSWORD);
  const open = await newest.api.sessions.list();
  expect(open).toHaveLength(MAX_SESSIONS);
  const missing = stored.filter((id) => !open.some((session) => session.id === id));
  expect(missing).toEqual([stored.at(-1)]);
  expect(await recordsOf(newest)).toMatchObject([
    { after: { sessions: 1, becauseOf: 'session.start' } },
  ]);
});

test('concurrent logins do not exceed the limit', async () => {
  const { userId, username } = await app.newUser();
  await insertSessions(userId as UserId, MAX_SESSIONS - 1);
  const { db } = app.deps;
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  let logins: Promise<SignedIn>[] = [];
  await db.transaction(async (tx) => {
    await tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
    logins = Array.from({ length: 4 }, () => app.signIn(username, TEST_PASSWORD));
    await expect.poll(async () => (await db.query(waiting)).length, { timeout: 20_000 }).toBe(4);
  });
  await Promise.all(logins);
  const rows = await db.query('SELECT 1 FROM sessions WHERE user_id = $1 AND ended_at IS NULL', [
    userId,
  ]);
  expect(rows).toHaveLength(MAX_SESSIONS);
});
