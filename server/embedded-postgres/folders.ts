import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  stat,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolders } from '../base/folders.ts';
import { findHome } from '../base/project.ts';
import { exists, incompletePrefix, renameUnlessThere } from './atomic-folder.ts';
import { EmbeddedPostgresError, errorMessage } from './errors.ts';
import { chooseRuntimeUser, findClosedFolder, isRoot, type RuntimeUser } from './runtime-user.ts';

/** Bytes of `sun_path` without its final NUL: 108 on Linux, 104 on macOS. */
const socketPathLimit = process.platform === 'darwin' ? 103 : 107;

export interface Folders {
  dataDir: string;
  postgresDir: string;
  clusterDir: string;
  runtimeDir: string;
  socketDir: string;
  logFile: string;
  user: RuntimeUser | undefined;
}

/** For root: a folder that PostgreSQL's unprivileged user can reach even if the checkout is in /root. */
export function defaultDataDir(options: { projectDir: string; isRoot: boolean }): string {
  return options.isRoot ? '/var/lib/wallet' : join(findHome(options.projectDir), 'data');
}

export async function prepareFolders(dataDirWanted: string): Promise<Folders> {
  try {
    await makeFolders(resolve(dataDirWanted), 0o755);
    const dataDir = await realpath(resolve(dataDirWanted));
    const postgresDir = join(dataDir, 'postgres');
    const clusterDir = join(postgresDir, 'cluster');
    const user = await chooseRuntimeUser(clusterDir);
    if (user) await openToRuntimeUser(dataDir, user);
    await makeFolder(postgresDir, isRoot() ? 0o711 : 0o700);
    const runtimeDir = join(postgresDir, 'runtime');
    await makeFolder(runtimeDir, 0o755);
    const socketDir = shortSocketDir(join(postgresDir, 'run'));
    await makeSocketDir(socketDir, user);
    const logFile = join(postgresDir, 'postgres.log');
    return { dataDir, postgresDir, clusterDir, runtimeDir, socketDir, logFile, user };
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      'data-dir-unusable',
      `The data folder ${dataDirWanted} can't be used: ${errorMessage(error)}. Set DATA_DIR to a folder that this user may write to.`,
      { cause: error },
    );
  }
}

export function shortSocketDir(wanted: string): string {
  if (Buffer.byteLength(join(wanted, '.s.PGSQL.5432')) <= socketPathLimit) return wanted;
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  return `/tmp/wallet-${hash}`;
}

export async function chownTree(path: string, user: RuntimeUser): Promise<void> {
  await lchown(path, user.uid, user.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const entry of await readdir(path)) await chownTree(join(path, entry), user);
}

async function openToRuntimeUser(dataDir: string, user: RuntimeUser): Promise<void> {
  // Mode 0700 of a folder created for us (mktemp, umask 077) is extended so that others can pass
  // through it. A folder with other content, such as /root, is not changed.
  const entries = await readdir(dataDir);
  if (entries.length === 0 || entries.includes('postgres')) {
    await chmod(dataDir, (await stat(dataDir)).mode | 0o011);
  }
  const closed = await findClosedFolder(dataDir, user);
  if (!closed) return;
  throw new EmbeddedPostgresError(
    'data-dir-unusable',
    `PostgreSQL can't run as root; it would run as "${user.name}", who may not enter ${closed}. Set DATA_DIR to a folder that every user can reach (such as /var/lib/wallet), or run "chmod o+x ${closed}".`,
  );
}

async function makeFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true });
  // The umask may have removed bits of the mode.
  await chmod(path, mode);
}

async function makeSocketDir(path: string, user: RuntimeUser | undefined): Promise<void> {
  const ownerUid = user?.uid ?? process.getuid?.();
  if (!(await exists(path))) {
    // Renamed into place with its owner set, so that another starting server never finds it without.
    const made = await mkdtemp(join(dirname(path), incompletePrefix));
    if (user) await chown(made, user.uid, user.gid);
    await renameUnlessThere(made, path);
  }
  // Anyone can create this name in /tmp first: do not follow links or use another user's folder.
  const { uid, mode } = await lstat(path).then((found) => {
    if (found.isDirectory()) return found;
    throw new EmbeddedPostgresError('data-dir-unusable', `${path} is not a folder. Remove it.`);
  });
  if (uid === ownerUid && (mode & 0o077) === 0) return;
  throw new EmbeddedPostgresError(
    'data-dir-unusable',
    `The socket folder ${path} belongs to another user or is open to others. Remove it.`,
  );
}
