import { afterAll, beforeAll, expect, test } from 'vitest';
import { userId as userIdSchema } from '#contract/shared/base.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '#server/testing/harness.ts';
import { openStream } from '#server/testing/streams.ts';

let app: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.close());

const idOf = (person: SignedIn) => userIdSchema.parse(person.userId);
const ANY_ID = '01890000-0000-7000-8000-000000000000';

async function enterTwice(role: 'user' | 'admin' = 'user') {
  const first = await app.newUser({ role });
  return { first, second: await app.signIn(first.username, TEST_PASSWORD) };
}

async function changesOf(person: SignedIn) {
  const { rows } = await person.api.notifications.list({});
  return rows.map(({ data }) => data.change).filter((change) => change === 'sessionsEnded');
}

test('an administrator ends one session of a user, who is notified', async () => {
  const { first, second } = await enterTwice();
  const userId = idOf(first);
  const listed = await admin.api.sessions.ofUser({ userId });
  expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([false, false]);
  const own = await first.api.sessions.list();
  const sessionId = own.find(({ isCurrent }) => isCurrent)?.id ?? '';
  const stream = await openStream(first);
  expect(await admin.api.sessions.endOfUser({ userId, sessionId })).toEqual({ ended: 1 });
  expect(await stream.rest()).toContainEqual(expect.objectContaining({ entity: 'sessionEnded' }));
  expect(await errorCodeOf(first.api.sessions.current())).toBe('MISSING_SESSION');
  expect(await changesOf(second)).toEqual(['sessionsEnded']);
  expect(await changesOf(admin)).toEqual([]);
  const again = admin.api.sessions.endOfUser({ userId, sessionId });
  expect(await errorCodeOf(again)).toBe('SESSION_NOT_FOUND');
});

test('an administrator ends all sessions of another administrator; the others are notified', async () => {
  const { first, second } = await enterTwice('admin');
  const userId = idOf(first);
  const other = await app.newUser({ role: 'admin' });
  expect(await admin.api.sessions.endOfUser({ userId })).toEqual({ ended: 2 });
  expect(await errorCodeOf(second.api.sessions.current())).toBe('MISSING_SESSION');
  expect(await admin.api.sessions.ofUser({ userId })).toEqual([]);
  expect(await changesOf(other)).toEqual(['sessionsEnded']);
  const records = await app.deps.db.query(
    `SELECT actor_id AS "actorId", after FROM audit_log WHERE chain_id = $1 AND action = 'user.endSessions'`,
    [userId],
  );
  expect(records).toEqual([{ actorId: admin.userId, after: { sessions: 2 } }]);
  expect(await admin.api.sessions.endOfUser({ userId })).toEqual({ ended: 0 });
  expect(await changesOf(other)).toEqual(['sessionsEnded']);
});

test('does not end the session of another person than the named one', async () => {
  const [one, other] = [await app.newUser(), await app.newUser()];
  const [session] = await other.api.sessions.list();
  const ended = admin.api.sessions.endOfUser({ userId: idOf(one), sessionId: session?.id ?? '' });
  expect(await errorCodeOf(ended)).toBe('SESSION_NOT_FOUND');
  expect((await other.api.sessions.current()).user.id).toBe(other.userId);
});

test('refuses an unknown user and the own account', async () => {
  const { ofUser, endOfUser } = admin.api.sessions;
  const nobody = userIdSchema.parse(ANY_ID);
  expect(await errorCodeOf(ofUser({ userId: nobody }))).toBe('USER_NOT_FOUND');
  expect(await errorCodeOf(endOfUser({ userId: nobody }))).toBe('USER_NOT_FOUND');
  expect(await errorCodeOf(endOfUser({ userId: idOf(admin) }))).toBe('OWN_ACCOUNT_PROTECTED');
});
