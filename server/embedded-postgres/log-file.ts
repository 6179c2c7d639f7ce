import { copyFile, open, stat, truncate } from 'node:fs/promises';
import { errorCode } from './errors.ts';

const sizeLimitBytes = 10 * 1024 * 1024;
const tailBytes = 4096;
const tailLines = 15;

/** The postmaster keeps the file open in append mode, so it is copied and emptied instead of renamed. */
export async function limitLogFile(path: string, limitBytes = sizeLimitBytes): Promise<void> {
  if ((await sizeOf(path)) <= limitBytes) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

export async function tailOfLog(path: string): Promise<string> {
  const size = await sizeOf(path);
  if (size === 0) return '';
  const handle = await open(path, 'r');
  try {
    const start = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(tailBytes), 0, tailBytes, start);
    const lines = buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n');
    return lines
      .slice(-tailLines)
      .map((line) => `\n  ${line}`)
      .join('');
  } finally {
    await handle.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
