import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import type { RuntimeUser } from './runtime-user.ts';
import { port } from './settings.ts';

export const pollIntervalMs = 10;
const fastShutdownTimeoutMs = 30_000;
const immediateShutdownTimeoutMs = 5_000;
const newLockFileMs = 5_000;

export interface PostmasterOptions {
  binDir: string;
  clusterDir: string;
  logFile: string;
  args: string[];
  user: RuntimeUser | undefined;
}

/** In a separate session: Ctrl-C in a terminal or a kill of this server does not reach the postmaster. */
export async function launchPostmaster(
  options: PostmasterOptions,
): Promise<{ isRunning(): boolean }> {
  const log = await open(options.logFile, 'a', 0o600);
  try {
    const child = spawn(join(options.binDir, 'postgres'), options.args, {
      cwd: '/',
      detached: true,
      env: childEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      uid: options.user?.uid,
      gid: options.user?.gid,
    });
    await once(child, 'spawn');
    child.unref();
    return { isRunning: () => child.exitCode === null && child.signalCode === null };
  } finally {
    await log.close();
  }
}

/** After a crash the pid in the file may belong to any process, so the command line must match too. */
export async function findPostmaster(clusterDir: string): Promise<number | undefined> {
  const pid = Number.parseInt((await readIfThere(join(clusterDir, 'postmaster.pid'))) ?? '', 10);
  if (!(pid > 0)) return undefined;
  return (await isPostmasterOf(pid, clusterDir)) ? pid : undefined;
}

/** PostgreSQL handles all others. Without these files, its shared memory still prevents a second postmaster. */
export async function removeMisleadingLockFiles(options: {
  clusterDir: string;
  socketDir: string;
}): Promise<void> {
  const files = [
    join(options.clusterDir, 'postmaster.pid'),
    join(options.socketDir, `.s.PGSQL.${port}.lock`),
  ];
  for (const file of files) {
    if (await isMisleading(file, options.clusterDir)) await rm(file, { force: true });
  }
}

async function isMisleading(file: string, clusterDir: string): Promise<boolean> {
  const content = await readIfThere(file);
  if (content === undefined) return false;
  const pid = Number.parseInt(content, 10);
  if (pid > 0) return isAlive(pid) && !(await isPostmasterOf(pid, clusterDir));
  // A postmaster that is starting has created its file and is about to write it.
  return Date.now() - (await stat(file)).mtimeMs > newLockFileMs;
}

/** After 30 s, an immediate shutdown follows, after which the next start replays the write-ahead log. */
export async function stopPostmaster(clusterDir: string): Promise<void> {
  const pid = await findPostmaster(clusterDir);
  if (pid === undefined) return;
  if (await signalAndWait({ clusterDir, pid, signal: 'SIGINT', timeoutMs: fastShutdownTimeoutMs }))
    return;
  const timeoutMs = immediateShutdownTimeoutMs;
  if (await signalAndWait({ clusterDir, pid, signal: 'SIGQUIT', timeoutMs })) return;
  throw new EmbeddedPostgresError('stop-failed', `PostgreSQL (pid ${pid}) does not stop.`);
}

/** Inherits nothing: PGDATA, PGPORT and similar variables would change PostgreSQL's behaviour. */
export function childEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC' };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

async function signalAndWait(options: {
  clusterDir: string;
  pid: number;
  signal: NodeJS.Signals;
  timeoutMs: number;
}): Promise<boolean> {
  const { clusterDir, pid } = options;
  try {
    process.kill(pid, options.signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
  const deadline = performance.now() + options.timeoutMs;
  while (await isPostmasterOf(pid, clusterDir)) {
    if (performance.now() > deadline) return false;
    await delay(pollIntervalMs);
  }
  return true;
}

/** Returns false also for a dead process that was not reaped, which init in a container may never do. */
async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const commandLine = await readIfThere(`/proc/${pid}/cmdline`);
    return commandLine?.includes(`\0-D\0${clusterDir}\0`) ?? false;
  }
  try {
    const ps = await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
    return ps.stdout.includes(` -D ${clusterDir} `);
  } catch {
    // `ps` fails if there is no such process.
    return false;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
