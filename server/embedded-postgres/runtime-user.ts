import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { EmbeddedPostgresError, errorCode } from './errors.ts';

export interface RuntimeUser {
  name: string;
  uid: number;
  gid: number;
}

const preferredNames = ['postgres', 'nobody'];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The owner of existing data takes precedence: a later Debian package, which adds `postgres`, changes nothing. */
export async function chooseRuntimeUser(clusterDir: string): Promise<RuntimeUser | undefined> {
  if (!isRoot()) return undefined;
  const users = parsePasswd(await readFile('/etc/passwd', 'utf8'));
  const owner = await ownerOf(clusterDir);
  if (owner) {
    const name = users.find((user) => user.uid === owner.uid)?.name ?? `uid ${owner.uid}`;
    return { name, ...owner };
  }
  return pickRuntimeUser(users);
}

export function pickRuntimeUser(users: RuntimeUser[]): RuntimeUser {
  for (const name of preferredNames) {
    const user = users.find((candidate) => candidate.name === name && candidate.uid > 0);
    if (user) return user;
  }
  throw new EmbeddedPostgresError(
    'no-runtime-user',
    'PostgreSQL refuses to run as root, and /etc/passwd has neither a user "postgres" nor "nobody". Start the server as an ordinary user, add one of them, or set DATABASE_URL.',
  );
}

export function parsePasswd(text: string): RuntimeUser[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (!name || !/^\d+$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

export async function findClosedFolder(
  path: string,
  user: RuntimeUser,
): Promise<string | undefined> {
  for (const folder of pathFromRoot(resolve(path))) {
    if (!(await mayEnter(folder, user))) return folder;
  }
  return undefined;
}

async function mayEnter(folder: string, user: RuntimeUser): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function pathFromRoot(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...pathFromRoot(parent), path];
}

async function ownerOf(path: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return uid === 0 ? undefined : { uid, gid };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
