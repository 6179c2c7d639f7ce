import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase } from '../testing/databases.ts';
import { repositoryDir } from '../testing/embedded-child.ts';
import { startSupervised } from '../testing/supervised-server.ts';
import { takeListeningSocket } from './listening-socket.ts';

test('requests wait in the socket while a server restarts', async () => {
  const url = await copyDatabase(inject('templateUrl'));
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-socket-'));
  const command = [process.execPath, 'dist/server/start/main.js'];
  const settings = { ENV_FILE: '/dev/null', DATABASE_URL: url, DATA_DIR: folder };
  const env = { ...process.env, ...settings };
  const server = await startSupervised(command, { folder, cwd: repositoryDir, env });
  onTestFinished(async () => {
    await server.stop();
    await dropDatabase(url);
    await rm(folder, { recursive: true });
  });
  const ask = async () => (await fetch(`${server.baseUrl}/readyz`)).status;
  // The socket listens before the first server does.
  expect(await ask()).toBe(200);
  const pid = Number(await readFile(server.pidFile, 'utf8'));
  process.kill(pid, 'SIGTERM');
  await expect.poll(() => isRunning(pid), { timeout: 50_000 }).toBe(false);
  expect(await ask()).toBe(200);
  expect(Number(await readFile(server.pidFile, 'utf8'))).not.toBe(pid);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('takes the socket of this process only, and passes it on to no other', () => {
  const env = { LISTEN_PID: String(process.pid), LISTEN_FDS: '1', LISTEN_FDNAMES: 'wallet' };
  expect(takeListeningSocket(env)).toBe(3);
  expect(env).toEqual({});
  expect(takeListeningSocket({ LISTEN_PID: '1', LISTEN_FDS: '1' })).toBeUndefined();
  expect(takeListeningSocket({})).toBeUndefined();
  const two = { LISTEN_PID: String(process.pid), LISTEN_FDS: '2' };
  expect(() => takeListeningSocket(two)).toThrow('one listening socket');
});
