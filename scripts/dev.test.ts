import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

const projectDir = path.resolve(import.meta.dirname, '..');

test('Ctrl-C of `npm run dev` stops the server and its PostgreSQL', {
  timeout: 180_000,
}, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-dev-'));
  // If this runs as root, PostgreSQL runs as another user, who must reach its data.
  await chmod(dataDir, 0o755);
  const dev = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev.ts'], {
    cwd: projectDir,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ENV_FILE: '/dev/null', DATA_DIR: dataDir, PORT: '0', NODE_ENV: '' },
  });
  onTestFinished(() => void dev.kill());
  const ended = once(dev, 'exit');
  for await (const line of createInterface({ input: dev.stdout })) {
    if (line.includes('is ready at')) break;
  }
  const cluster = path.join(dataDir, 'postgres/cluster');
  expect(existsSync(path.join(cluster, 'postmaster.pid'))).toBe(true);
  // A terminal sends it to all processes of the group.
  process.kill(-Number(dev.pid), 'SIGINT');
  await ended;
  expect(existsSync(path.join(cluster, 'postmaster.pid'))).toBe(false);
  await rm(dataDir, { recursive: true });
});
