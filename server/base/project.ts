import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const packageFile = z.object({ version: z.string() });

/** Sources and `dist` differ in depth. */
export function findProjectDir(from: string): string {
  return existsSync(path.join(from, 'package.json')) ? from : findProjectDir(path.dirname(from));
}

/** The folders of an installed release, below the folder that holds settings, data and releases. */
const RELEASE = /^(.+)\/releases\/[^/]+\/(?:lib\/)?node_modules\/[^/]+$/;

/**
 * Returns the folder of `.env` and of the data: the project's. An installed package is replaced by its next version: its
 * folder is the one with the releases, or one in the home folder of the user.
 */
export function findHome(projectDir: string, env: NodeJS.ProcessEnv = process.env): string {
  const releases = RELEASE.exec(projectDir)?.[1];
  if (releases !== undefined) return releases;
  if (path.basename(path.dirname(projectDir)) !== 'node_modules') return projectDir;
  return path.join(env.XDG_DATA_HOME || path.join(homedir(), '.local/share'), 'wallet');
}

export async function readVersion(projectDir: string): Promise<string> {
  const text = await readFile(path.join(projectDir, 'package.json'), 'utf8');
  return packageFile.parse(JSON.parse(text)).version;
}
