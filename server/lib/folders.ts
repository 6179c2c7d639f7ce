import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and those above it. Unlike Node's recursive `mkdir`, it also returns where the file system
 * answers ENOENT to every new folder, as /proc does: there Node tries for ever.
 */
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

/** Returns why a folder could not be made; undefined when it is there. */
async function makeFolder(
  folder: string,
  mode: number | undefined,
): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(folder, { mode });
    return undefined;
  } catch (error) {
    // Node's own functions of files throw nothing else.
    const failure = error as NodeJS.ErrnoException;
    const isThere = failure.code === 'EEXIST' && (await stat(folder)).isDirectory();
    return isThere ? undefined : failure;
  }
}

/** Makes a folder where it is missing. Throws unless this process can write to it. */
export async function requireWritableFolder(folder: string, mode?: number): Promise<void> {
  await makeFolders(folder, mode);
  await access(folder, constants.W_OK | constants.X_OK);
}
