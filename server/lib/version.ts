import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Returns the product's version, which package.json has. */
export async function readVersion(projectDir: string): Promise<string> {
  const text = await readFile(path.join(projectDir, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
