import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildWhatIsStale } from './build.ts';

const projectDir = path.resolve(import.meta.dirname, '..');

/** Builds what changed, then runs the server as a child that stops when this process is told to. */
if (!(await buildWhatIsStale(projectDir))) process.exit(1);
const server = spawn(
  process.execPath,
  ['--enable-source-maps', path.join(projectDir, 'dist/server/main.js')],
  { stdio: 'inherit', cwd: projectDir },
);
// Ctrl-C reaches the server by itself (same process group); a signal sent to this process alone does not.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128);
});
