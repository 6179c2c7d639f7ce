import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_FAILED_LOGINS } from '#contract/sessions/rules.ts';
import { noteFailedLogin, writeActivity } from '#server/platform/commands/activity.ts';
import { START } from '#server/testing/clock.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#server/testing/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.clock.stopAt(START);
});
afterAll(() => app.close());

const moveOn = (ms: number) => app.clock.advance(ms);

/** Writes the record of a failed login from an address. */
async function fail(username: string, ip: string): Promise<void> {
  noteFailedLogin(app.deps, { username, ip });
  await writeActivity(app.deps);
  await moveOn(61_000);
}

test('lists the failed logins of the caller with shortened addresses, and the previous login', async () => {
  const first = await app.newUser();
  const other = await app.newUser();
  expect(await first.api.sessions.failed()).toEqual({ previousLoginAt: null, rows: [] });
  const begunAt = app.clock.now();
  await moveOn(1000);
  await fail(first.username, '203.0.113.77');
  await fail(other.username, '203.0.113.78');
  const second = await app.signIn(first.username, TEST_PASSWORD);
  const failed = await second.api.sessions.failed();
  expect(failed).toEqual({
    previousLoginAt: begunAt,
    rows: [{ id: expect.any(String), attempts: 1, network: '203.0.113.*', at: expect.any(Date) }],
  });
  expect(failed.rows[0]?.at.getTime()).toBeGreaterThan(begunAt.getTime());
  expect((await first.api.sessions.failed()).previousLoginAt).toBeNull();
});

test('returns the newest twenty records', async () => {
  const person = await app.newUser();
  for (let n = 1; n <= MAX_FAILED_LOGINS + 1; n += 1) {
    await fail(person.username, `198.51.100.${n}`);
  }
  const { rows } = await person.api.sessions.failed();
  expect(rows).toHaveLength(MAX_FAILED_LOGINS);
  const times = rows.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});
