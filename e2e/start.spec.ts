import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { copyTemplate } from './support/database.ts';

const projectDir = path.resolve(import.meta.dirname, '..');

/** Runs `npm start` with a new database. */
async function npmStart() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-start-'));
  const npm = spawn('npm', ['start'], {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ENV_FILE: '/dev/null',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: await copyTemplate(),
      ADMIN_PASSWORD: 'admin-of-e2e',
      DEMO_PASSWORD: 'demo-of-e2e',
    },
  });
  const printed: string[] = [];
  for (const output of [npm.stdout, npm.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  }
  const isOver = once(npm, 'close');
  return { npm, printed, isOver, removeData: () => rm(dataDir, { recursive: true }) };
}

const isServing = (address: string) =>
  fetch(`${address}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

test('SIGTERM to npm start stops the server', async () => {
  const { npm, printed, isOver, removeData } = await npmStart();
  try {
    await expect.poll(() => printed.join(''), { timeout: 120_000 }).toContain('is ready at');
    const [, address = ''] = /is ready at (http:\S+)/.exec(printed.join('')) ?? [];
    expect(await isServing(address)).toBe(true);
    npm.kill('SIGTERM');
    await isOver;
    expect(await isServing(address)).toBe(false);
  } finally {
    npm.kill('SIGKILL');
    await removeData();
  }
});
