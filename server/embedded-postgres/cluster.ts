import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { exists, incompletePrefix, renameUnlessThere } from './atomic-folder.ts';
import { EmbeddedPostgresError, errorCode, errorMessage } from './errors.ts';
import { chownTree } from './folders.ts';
import { unsupportedPlatform } from './platform.ts';
import { childEnvironment } from './postmaster.ts';
import type { RuntimeUser } from './runtime-user.ts';

export const superuser = 'postgres';

export interface ClusterOptions {
  clusterDir: string;
  binDir: string;
  majorVersion: number;
  user: RuntimeUser | undefined;
}

/** @throws EmbeddedPostgresError `incompatible-data` for another major version, `start-failed` */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { clusterDir, user } = options;
  if (!(await exists(clusterDir))) await createCluster(options);
  await checkVersion(clusterDir, options.majorVersion);
  // Data restored from a backup by root belongs to root.
  if (user && (await stat(clusterDir)).uid === 0) await chownTree(clusterDir, user);
}

async function createCluster(options: ClusterOptions): Promise<void> {
  const { clusterDir, user } = options;
  const newDir = await mkdtemp(join(dirname(clusterDir), incompletePrefix));
  await chmod(newDir, 0o700);
  if (user) await chown(newDir, user.uid, user.gid);
  try {
    await promisify(execFile)(join(options.binDir, 'initdb'), initdbArguments(newDir, options), {
      cwd: '/',
      env: childEnvironment(),
      uid: user?.uid,
      gid: user?.gid,
    });
  } catch (error) {
    await rm(newDir, { recursive: true, force: true });
    throw startError('initdb', error);
  }
  await renameUnlessThere(newDir, clusterDir);
}

function initdbArguments(newDir: string, options: ClusterOptions): string[] {
  const args = ['-D', newDir, '-E', 'UTF8', '--locale=C.UTF-8', '--data-checksums'];
  args.push(`--username=${superuser}`, '--auth-local=trust', '--auth-host=reject');
  // Sorts by code point without the system's libc, whose upgrades could otherwise break indexes.
  if (options.majorVersion >= 17) args.push('--locale-provider=builtin');
  // macOS has no locale C.UTF-8 before version 15.
  if (process.platform === 'darwin') args.push('--lc-collate=C', '--lc-ctype=en_US.UTF-8');
  return args;
}

async function checkVersion(clusterDir: string, majorVersion: number): Promise<void> {
  const found = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  if (found === String(majorVersion)) return;
  throw new EmbeddedPostgresError(
    'incompatible-data',
    `The data in ${clusterDir} was written by PostgreSQL ${found}; this release brings ${majorVersion}. Export it with the release that wrote it (or pg_dump ${found}) and import it into an empty data folder.`,
  );
}

export function startError(program: string, cause: unknown): EmbeddedPostgresError {
  // ENOENT for an existing file means that its loader is missing: a Linux without glibc, such as Alpine.
  if (errorCode(cause) === 'ENOENT') {
    return unsupportedPlatform(`${process.platform}-${process.arch} without glibc`, cause);
  }
  return new EmbeddedPostgresError(
    'start-failed',
    `PostgreSQL's ${program} failed: ${errorMessage(cause)}`,
    { cause },
  );
}
