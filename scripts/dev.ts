import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { readConfig } from '#server/platform/config/config.ts';

const projectDir = path.resolve(import.meta.dirname, '..');
const { host, port } = readConfig(process.env, projectDir);

/** The server restarts when its sources change; the browser part is served by Vite, which proxies to it. */
const children = [
  run('tsx/dist/cli.mjs', ['watch', 'server/start/main.ts']),
  run('vite/bin/vite.js', ['--host', host], {
    SERVER_URL: `http://127.0.0.1:${port}`,
  }),
];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => children.forEach((child) => void child.kill('SIGTERM')));
}

function run(script: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const bin = path.join(projectDir, 'node_modules', script);
  return spawn(process.execPath, [bin, ...args], {
    cwd: projectDir,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
}
