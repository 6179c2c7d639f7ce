import { afterAll, beforeAll, expect, test } from 'vitest';
import { userId } from '#contract/shared/base.ts';
import { writeActivity } from '#server/platform/commands/activity.ts';
import { START } from '#server/testing/clock.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '#server/testing/harness.ts';

const MINUTE_MS = 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await app.clock.stopAt(START);
});
afterAll(() => app.close());

async function newStaleAdmin(): Promise<SignedIn & { username: string }> {
  const admin = await app.newUser({ role: 'admin' });
  await app.deps.db.query('UPDATE sessions SET confirmed_at = NULL WHERE user_id = $1', [
    admin.userId,
  ]);
  return admin;
}

const right = { kind: 'password', password: TEST_PASSWORD } as const;
const wrong = { kind: 'password', password: 'guess' } as const;

/** Returns the code with which a command that requires a confirmation is refused. */
function outcomeOf({ api }: SignedIn): Promise<string> {
  return errorCodeOf(api.webhooks.rotateSecret({ id: '01890000-0000-7000-8000-000000000000' }));
}

async function auditOf(id: string, action: string) {
  return app.deps.db.query<{ entityId: string; after: object; ip: string }>(
    `SELECT entity_id AS "entityId", after, ip FROM audit_log WHERE chain_id = $1 AND action = $2`,
    [id, action],
  );
}

test('a password confirms the session that presents it, and no other one of the person', async () => {
  const admin = await newStaleAdmin();
  const other = await app.signIn(admin.username, TEST_PASSWORD);
  await app.deps.db.query('UPDATE sessions SET confirmed_at = NULL');
  expect(await outcomeOf(admin)).toBe('STEP_UP_REQUIRED');
  await admin.api.sessions.confirm(right);
  expect(await outcomeOf(admin)).toBe('WEBHOOK_NOT_FOUND');
  expect(await outcomeOf(other)).toBe('STEP_UP_REQUIRED');
  const [record, ...more] = await auditOf(admin.userId, 'session.confirm');
  expect(more).toEqual([]);
  expect(record).toMatchObject({ after: { method: 'password' } });
});

test('signing in confirms the new session', async () => {
  const { username } = await newStaleAdmin();
  expect(await outcomeOf(await app.signIn(username, TEST_PASSWORD))).toBe('WEBHOOK_NOT_FOUND');
});

test('a wrong password confirms nothing, and is recorded', async () => {
  const admin = await newStaleAdmin();
  for (let n = 0; n < 2; n += 1) {
    expect(await errorCodeOf(admin.api.sessions.confirm(wrong))).toBe('CURRENT_PASSWORD_INCORRECT');
  }
  expect(await outcomeOf(admin)).toBe('STEP_UP_REQUIRED');
  await writeActivity(app.deps);
  const records = await auditOf(admin.userId, 'session.confirmFail');
  expect(records).toMatchObject([{ after: { attempts: 2, method: 'password' }, ip: '127.0.0.1' }]);
});

test('after five wrong passwords the session and new logins from its address have to wait', async () => {
  const admin = await newStaleAdmin();
  const attempts = Array.from({ length: 10 }, () => errorCodeOf(admin.api.sessions.confirm(wrong)));
  const codes = await Promise.all(attempts);
  expect(codes.filter((code) => code === 'CURRENT_PASSWORD_INCORRECT')).toHaveLength(5);
  expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(5);
  expect(await errorCodeOf(admin.api.sessions.confirm(right))).toBe('TOO_MANY_ATTEMPTS');
  const login = app.client().sessions.login({ username: admin.username, password: TEST_PASSWORD });
  expect(await errorCodeOf(login)).toBe('TOO_MANY_ATTEMPTS');
  await app.clock.advance(MINUTE_MS);
  await admin.api.sessions.confirm(right);
  expect(await outcomeOf(admin)).toBe('WEBHOOK_NOT_FOUND');
});

test('five failed logins from the same address pause the confirmation on an unknown device', async () => {
  const admin = await newStaleAdmin();
  const login = () => app.client().sessions.login({ username: admin.username, password: 'guess' });
  for (let n = 0; n < 5; n += 1) expect(await errorCodeOf(login())).toBe('INVALID_CREDENTIALS');
  expect(await errorCodeOf(admin.api.sessions.confirm(right))).toBe('TOO_MANY_ATTEMPTS');
  await app.clock.advance(MINUTE_MS);
  await admin.api.sessions.confirm(right);
});

test('a session that ends, or whose password changes, during the verification is not confirmed', async () => {
  const { db } = app.deps;
  const open = db.transaction;
  const losses = [
    {
      change: `UPDATE sessions SET ended_at = now(), ended_reason = 'logout' WHERE user_id = $1`,
      code: 'MISSING_SESSION',
    },
    {
      change: `UPDATE users SET password_hash = 'replaced' WHERE id = $1`,
      code: 'CURRENT_PASSWORD_INCORRECT',
    },
  ];
  for (const { change, code } of losses) {
    const admin = await newStaleAdmin();
    // The first two transactions count the attempt.
    let transactions = 0;
    db.transaction = async (work: Parameters<typeof open>[0], ...options) => {
      transactions += 1;
      if (transactions === 3) await db.query(change, [admin.userId]);
      return (await open(work, ...options)) as never;
    };
    expect(await errorCodeOf(admin.api.sessions.confirm(right))).toBe(code);
    db.transaction = open;
    const [session] = await db.query<{ confirmedAt: Date | null }>(
      'SELECT confirmed_at AS "confirmedAt" FROM sessions WHERE user_id = $1',
      [admin.userId],
    );
    expect(session).toEqual({ confirmedAt: null });
  }
});

test('concurrent confirmations, commands and the end of the sessions never deadlock', async () => {
  const admin = await newStaleAdmin();
  const chief = await app.admin();
  const confirmations = Array.from({ length: 8 }, () => admin.api.sessions.confirm(right));
  const commands = Array.from({ length: 8 }, (_, n) =>
    admin.api.banks.create({ name: `B${n}`, code: `B${n}` }),
  );
  const ended = chief.api.users.setPassword({
    userId: userId.parse(admin.userId),
    newPassword: 'replaced-by-admin',
  });
  const outcomes = await Promise.allSettled([...confirmations, ...commands]);
  await ended;
  const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  const expected = [
    'ACCOUNT_INACTIVE',
    'MISSING_SESSION',
    'CURRENT_PASSWORD_INCORRECT',
    'TOO_MANY_ATTEMPTS',
  ];
  expect(codes.filter((code) => !expected.includes(code))).toEqual([]);
  expect(await outcomeOf(admin)).toBe('ACCOUNT_INACTIVE');
});
