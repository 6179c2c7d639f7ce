import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase } from '../testing/databases.ts';
import { startServerProcess } from '../testing/server-process.ts';

/** Creates a `systemd-notify` program that writes its argument and its socket to a file. */
async function recordNotifications() {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-notify-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = path.join(folder, 'systemd-notify');
  const record = path.join(folder, 'record');
  await writeFile(program, `#!/bin/sh\necho "$1 $NOTIFY_SOCKET" >> ${record}\n`);
  await chmod(program, 0o755);
  const read = async () => (await readFile(record, 'utf8').catch(() => '')).trim().split('\n');
  return { path: `${folder}:${process.env.PATH}`, read };
}

test('notifies systemd when the server is ready and when it stops', async () => {
  const url = await copyDatabase(inject('templateUrl'));
  onTestFinished(() => dropDatabase(url));
  const notifications = await recordNotifications();
  const NOTIFY_SOCKET = '/run/systemd/notify-of-the-test';
  const { server } = await startServerProcess({
    DATABASE_URL: url,
    PATH: notifications.path,
    NOTIFY_SOCKET,
  });
  await server.untilReady();
  await expect.poll(notifications.read).toEqual([`READY=1 ${NOTIFY_SOCKET}`]);
  server.signal('SIGTERM');
  expect(await server.exited).toMatchObject({ code: 0 });
  expect(await notifications.read()).toEqual([
    `READY=1 ${NOTIFY_SOCKET}`,
    `STOPPING=1 ${NOTIFY_SOCKET}`,
  ]);
});
