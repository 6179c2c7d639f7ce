import { existsSync } from 'node:fs';
import { mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { findHome } from '../base/project.ts';

/** The folder of settings, data and releases. */
export interface Home {
  folder: string;
  /** The release that the link `current` names, relative to the folder. */
  current: string;
}

const LINK = 'current';

/** Throws Error with a sentence for the operator if the running program is not the current one of a folder of releases. */
export async function findReleases(projectDir: string): Promise<Home> {
  const folder = findHome(projectDir);
  const link = await readlink(path.join(folder, LINK)).catch(() => undefined);
  // One spelling, because a release of this name is not replaced: the link may be `./releases/1.0.0` or absolute.
  const current = link && path.relative(folder, path.resolve(folder, link));
  if (current && projectDir === programIn(path.join(folder, current))) return { folder, current };
  throw new Error(
    `${projectDir} is not the current one of a folder of releases. docs/releases.md describes these folders.`,
  );
}

/** The folder of the program of a release. */
export const programIn = (release: string) => path.join(release, 'node_modules/wallet');

export const releaseOf = (version: string) => `releases/${version}`;

/** Replaces the link `current` atomically. */
export async function switchTo(home: Home, release: string): Promise<void> {
  const next = path.join(home.folder, `.${LINK}.next`);
  await rm(next, { force: true });
  await symlink(release, next);
  await rename(next, path.join(home.folder, LINK));
}

/** Returns an empty folder to install into, and a function that gives it its name. */
export async function prepareRelease(home: Home, release: string) {
  const final = path.join(home.folder, release);
  const made = path.join(home.folder, `${release}.incomplete`);
  for (const left of [made, final]) await rm(left, { recursive: true, force: true });
  await mkdir(made, { recursive: true });
  return { folder: made, complete: () => rename(made, final) };
}

/** The public key that signed the running release; undefined if it was not signed. Throws Error if it cannot be read. */
export async function readPublicKey(projectDir: string): Promise<string | undefined> {
  const file = path.join(projectDir, 'release.pub');
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}
