import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const READING: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};
const WRITING: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EACCES: 'this user may not write to its folder',
  EPERM: 'this user may not write to its folder',
  EROFS: 'its file system takes no new files',
};

/** Throws Error with a sentence unless the file is readable. */
export async function requireReadable(file: string): Promise<void> {
  const reason = await problemOf(READING, async () => {
    await access(file, constants.R_OK);
    return (await stat(file)).isDirectory() ? 'it is a folder' : undefined;
  });
  if (reason) throw new Error(`The archive ${file} can't be read: ${reason}.`);
}

/** Throws Error with a sentence unless the file can be created or replaced. */
export async function requireWritable(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  const reason = await problemOf(WRITING, async () => {
    if (!(await stat(folder)).isDirectory()) return WRITING.ENOTDIR;
    const status = await stat(file).catch(() => undefined);
    if (status?.isDirectory()) return 'it is a folder';
    await tryToWrite(folder);
    return undefined;
  });
  if (reason) throw new Error(`The archive ${file} can't be written: ${reason}.`);
}

/** Creates a file and removes it, because permissions don't stop root from writing, and folders such as /proc do. */
async function tryToWrite(folder: string): Promise<void> {
  const probe = path.join(folder, `.${randomUUID()}.tmp`);
  try {
    await (await open(probe, 'wx', 0o600)).close();
  } catch (error) {
    const isOdd = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isOdd ? Object.assign(error, { code: 'EROFS' }) : error;
  }
  await rm(probe);
}

async function problemOf(
  sentences: Record<string, string>,
  check: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await check();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return sentences[code] ?? code;
  }
}
