import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const packageFile = z.object({ version: z.string() });

/** Walks up from a folder to the one of package.json, whether the program runs from source or from `dist`. */
export function findProjectDir(from: string): string {
  return existsSync(path.join(from, 'package.json')) ? from : findProjectDir(path.dirname(from));
}

/** Returns the version of the product, from its package.json. */
export async function readVersion(projectDir: string): Promise<string> {
  const text = await readFile(path.join(projectDir, 'package.json'), 'utf8');
  return packageFile.parse(JSON.parse(text)).version;
}
