import { open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { newId } from './ids.ts';
import { syncFolder } from './sync.ts';

/**
 * Writes or replaces a file with a key that only its owner can read; as root, for the owner of the folder. A killed
 * process leaves no incomplete key under the name.
 */
export async function writeKeyFile(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  const draft = `${file}.${newId()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(folder);
      await handle.chown(uid, gid);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncFolder(folder);
}
