import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openFolderStore } from '../../platform/files/folder-store.ts';
import { startTestApp, type TestApp } from '../../testing/harness.ts';
import { buildImage, makeDeposit } from '../../testing/upload.ts';
import { findVerificationState, verifyWhenDue } from './scheduled.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;
let errors: object[];
beforeAll(async () => {
  app = await startTestApp();
  const { cookie } = await app.newUser();
  await makeDeposit(app, { cookie, image: await buildImage() });
});
afterAll(() => app.close());
beforeEach(async () => {
  errors = [];
  await app.deps.db.query('DELETE FROM verifications');
});

function verify(files = app.deps.files, verifyEveryMs: number | undefined = 24 * HOUR_MS) {
  const { db, log } = app.deps;
  const config = { ...app.deps.config, verifyEveryMs };
  const error = (what: object) => void errors.push(what);
  const listening = Object.assign(Object.create(log), { error }) as typeof log; // The logger with one method replaced.
  return verifyWhenDue({ config, db, files, log: listening }, new AbortController().signal);
}

const state = () => findVerificationState(app.deps.db.query);

/** Shifts the recorded times into the past, as if that many hours had passed. */
async function pass(hours: number): Promise<void> {
  await app.deps.db.query(
    `UPDATE verifications SET started_at = started_at - $1 * interval '1 hour',
       checked_at = checked_at - $1 * interval '1 hour'`,
    [hours],
  );
}

test('verifies when it is due, and records the time and the result', async () => {
  await verify();
  const first = await state();
  expect(first).toMatchObject({ failed: [], durationMs: expect.any(Number) });
  await pass(23);
  const before = await state();
  await verify();
  expect(await state()).toEqual(before);
  await pass(2);
  await verify();
  expect((await state())?.checkedAt.getTime()).toBeGreaterThanOrEqual(
    first?.checkedAt.getTime() ?? Number.POSITIVE_INFINITY,
  );
  expect(errors).toEqual([]);
});

test('only one of several servers verifies', async () => {
  const reads: string[] = [];
  const get = (key: string) => {
    reads.push(key);
    return app.deps.files.get(key);
  };
  const files = { ...app.deps.files, get };
  await Promise.all([verify(files), verify(files), verify(files)]);
  expect(reads).toHaveLength(1);
});

test('never verifies when VERIFY_EVERY is not set', async () => {
  await verifyWhenDue({ ...app.deps }, new AbortController().signal);
  expect(await state()).toBeUndefined();
});

test('logs and records broken invariants and missing files', async () => {
  const client = await app.deps.db.pool.connect();
  await client.query('ALTER TABLE passbook_days DISABLE TRIGGER USER');
  await client.query('UPDATE passbook_days SET pending_deposits = pending_deposits + 1');
  client.release();
  await verify(openFolderStore('/nowhere'));
  await app.deps.db.query('UPDATE passbook_days SET pending_deposits = pending_deposits - 1');
  const failed = [
    "The days of a passbook are those of each day's transactions",
    'Every stored file is there, with the checksum of its row',
  ];
  expect((await state())?.failed).toEqual(failed);
  expect(errors).toEqual([{ failed }]);
});

test('repeats a failed verification after an hour, not every minute', async () => {
  let reads = 0;
  const get = () => {
    reads += 1;
    return Promise.reject(new Error('the store is away'));
  };
  const files = { ...app.deps.files, get };
  await expect(verify(files)).rejects.toThrow('the store is away');
  await verify(files);
  expect(reads).toBe(1);
  await pass(2);
  await verify();
  expect(await state()).toMatchObject({ failed: [] });
});
