import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase, refuseConnections } from '#server/testing/databases.ts';
import { startTestApp } from '#server/testing/harness.ts';
import { startTestPostgres } from '#server/testing/postgres.ts';
import { freeze } from '#server/testing/replicas.ts';
import { silentHub, testConfig } from '#server/testing/stand-ins.ts';
import { systemClock } from '../../base/clock.ts';
import { createLogger } from '../../base/log.ts';
import { DatabaseOutage } from '../../base/outages.ts';
import { findProjectDir, readVersion } from '../../base/project.ts';
import { openDatabase } from '../../db/database.ts';
import { DEFAULT_LIMITS } from '../../db/limits.ts';
import type { Deps } from '../../deps/deps.ts';
import { registerHealth } from './health.ts';

const storesNothing = { put: async () => undefined, remove: async () => undefined };

/** Requests one of the two routes from a new app, which has no cached results. */
async function ask(deps: object, path: '/healthz' | '/readyz') {
  const parts = {
    config: testConfig('/'),
    clock: systemClock,
    log: createLogger('silent'),
    events: silentHub,
    files: storesNothing,
    ...deps,
  };
  const app = fastify();
  registerHealth(app, { version: '1.0.0', ...(parts as unknown as Deps) }, { hasBegun: false }); // The routes use no other dependencies.
  const response = await app.inject(path);
  await app.close();
  return { status: response.statusCode, body: response.json() as object };
}

test('/readyz names what the server lacks, while /healthz keeps reporting that it is alive', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const { deps } = app;
  const ready = await fetch(`${app.baseUrl}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);

  const full = async () => {
    throw Object.assign(new Error('/secret/path'), { code: 'ENOSPC' });
  };
  expect(await ask({ ...deps, files: { ...storesNothing, put: full } }, '/readyz')).toEqual({
    status: 200,
    body: { status: 'degraded', failures: { files: 'the disk is full' } },
  });
  const events = { ...silentHub, isTailing: false };
  expect((await ask({ ...deps, events }, '/readyz')).body).toMatchObject({
    failures: { events: 'the outbox is not read' },
  });
  const heldBack = { ...silentHub, oldestUnpublishedSeconds: 11 };
  expect((await ask({ ...deps, events: heldBack }, '/readyz')).body).toMatchObject({
    failures: { events: 'events are held back by an open transaction' },
  });
  const probe = async (text: string) => [{ value: text.includes('recovery') }];
  expect((await ask({ db: { probe } }, '/readyz')).body).toMatchObject({
    failures: { database: 'read-only' },
  });

  const { allow } = await refuseConnections(deps.db.pool.options.connectionString ?? '');
  // The first responses may use a connection that was just cut and has not noticed it.
  await expect
    .poll(async () => (await ask(deps, '/readyz')).body)
    .toMatchObject({ failures: { database: 'too many connections' } });
  const alive = await fetch(`${app.baseUrl}/healthz`);
  const version = await readVersion(findProjectDir(import.meta.dirname));
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok', version }]);
  await allow();
  await expect.poll(async () => (await ask(deps, '/readyz')).status).toBe(200);
});

/** Starts a server with checks that the test controls. Each request waits for one check interval. */
async function startProbe() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const database = { isSlow: false, release: (): void => undefined };
  const probe = async (text: string) => {
    if (database.isSlow)
      await new Promise<void>((resolve) => {
        database.release = resolve;
      });
    return [{ isReadOnly: false, text }];
  };
  const parts = { db: { probe }, log: createLogger('silent'), events: silentHub };
  const app = fastify();
  const deps = { ...parts, files: storesNothing } as unknown as Deps; // The routes use no other dependencies.
  registerHealth(app, { version: '1.0.0', ...deps }, { hasBegun: false });
  onTestFinished(() => app.close());
  const ask = async (afterMs: number) => {
    await vi.advanceTimersByTimeAsync(afterMs);
    const answer = app.inject('/readyz');
    await vi.advanceTimersByTimeAsync(900);
    const response = await answer;
    return [response.statusCode, response.json().status];
  };
  return { database, ask };
}

test('stays ready while checks are slow under load, and becomes unavailable when the database hangs', async () => {
  const { database, ask } = await startProbe();
  expect(await ask(0)).toEqual([200, 'ready']);
  database.isSlow = true;
  expect(await ask(1100)).toEqual([200, 'ready']);
  expect(await ask(1100)).toEqual([200, 'ready']);
  expect(await ask(4000)).toEqual([503, 'unavailable']);
  database.isSlow = false;
  database.release();
  expect(await ask(1100)).toEqual([200, 'ready']);
});

test('queries fail quickly while the database is frozen, and succeed after it continues', async () => {
  const postgres = await startTestPostgres({ engine: 'embedded' });
  const url = await createDatabase(postgres.connectionString);
  const limits = { ...DEFAULT_LIMITS, poolSize: 4, answerTimeoutMs: 1500, waitTimeoutMs: 500 };
  const db = openDatabase({ connectionString: url }, { limits });
  onTestFinished(() => postgres.stop());
  await Promise.all([1, 2, 3].map(() => db.query('SELECT 1')));
  const thaw = await freeze(await postmasterOf(db.query));
  onTestFinished(thaw);
  const calls = [1, 2, 3, 4, 5, 6].map((n) => db.query(`SELECT ${n}`));
  calls.push(db.transaction((tx) => tx.query('SELECT 1')));
  const outcomes = Promise.allSettled(calls);
  expect((await ask({ db }, '/healthz')).status).toBe(200);
  expect(await ask({ db }, '/readyz')).toMatchObject({
    status: 503,
    body: { failures: { database: expect.any(String) } },
  });
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ reason: expect.any(DatabaseOutage) });
  }
  thaw();
  await expect
    .poll(() => ask({ db }, '/readyz'), { timeout: 20_000 })
    .toMatchObject({ status: 200 });
  const rows = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => db.query(`SELECT ${n} AS n`)));
  expect(rows.flat()).toEqual([1, 2, 3, 4, 5, 6].map((n) => ({ n })));
  await db.close();
});

async function postmasterOf(query: ReturnType<typeof openDatabase>['query']): Promise<number> {
  const [row] = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(row?.pid)]);
  return Number(stdout);
}
