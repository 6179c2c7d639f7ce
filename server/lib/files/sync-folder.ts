import { open } from 'node:fs/promises';

/** Makes a rename or a new entry in a folder durable; Windows cannot open folders and needs no such thing. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
