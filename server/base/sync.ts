import { open } from 'node:fs/promises';

export function syncFile(file: string): Promise<void> {
  return sync(file, 'r+');
}

/** Windows neither supports nor needs it. */
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
