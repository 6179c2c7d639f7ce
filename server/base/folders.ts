import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Node's recursive `mkdir` retries forever on file systems such as /proc, which report ENOENT for new folders. */
export async function makeFolders(folder: string, mode?: number): Promise<void> {
  const failure = await makeFolder(folder, mode);
  if (failure?.code !== 'ENOENT' || path.dirname(folder) === folder) {
    if (failure) throw failure;
    return;
  }
  await makeFolders(path.dirname(folder));
  const again = await makeFolder(folder, mode);
  if (again) throw again;
}

async function makeFolder(
  folder: string,
  mode: number | undefined,
): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(folder, { mode });
    return undefined;
  } catch (error) {
    // Node's file functions throw no other type.
    const failure = error as NodeJS.ErrnoException;
    const isThere = failure.code === 'EEXIST' && (await stat(folder)).isDirectory();
    return isThere ? undefined : failure;
  }
}

export async function requireWritableFolder(folder: string, mode?: number): Promise<void> {
  await makeFolders(folder, mode);
  await access(folder, constants.W_OK | constants.X_OK);
}
