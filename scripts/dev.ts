import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { readConfig } from '#server/platform/config/config.ts';

const projectDir = path.resolve(import.meta.dirname, '..');
const { host, port } = readConfig(process.env, projectDir);

/** The server restarts when its sources change; the browser part is served by Vite, which proxies to it. */
const children = [
  run(['--watch', '--watch-preserve-output', '--import', 'tsx', 'server/start/main.ts']),
  run(['node_modules/vite/bin/vite.js', '--host', host], {
    SERVER_URL: `http://127.0.0.1:${port}`,
  }),
];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => children.forEach((child) => void child.kill('SIGTERM')));
}

/** In another process group: a terminal sends Ctrl-C to its whole group, and the server would end before its database. */
function run(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: projectDir,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
}
