import { open } from 'node:fs/promises';

/** Makes what was written to a file durable. */
export function syncFile(file: string): Promise<void> {
  return sync(file, 'r+');
}

/** Makes a rename or a new entry in a folder durable; Windows cannot open folders and needs no such thing. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r');
}

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
