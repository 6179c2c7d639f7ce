import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const packageFile = z.object({ version: z.string() });

/** Sources and `dist` differ in depth. */
export function findProjectDir(from: string): string {
  return existsSync(path.join(from, 'package.json')) ? from : findProjectDir(path.dirname(from));
}

export async function readVersion(projectDir: string): Promise<string> {
  const text = await readFile(path.join(projectDir, 'package.json'), 'utf8');
  return packageFile.parse(JSON.parse(text)).version;
}
