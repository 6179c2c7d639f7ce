import { expect, test } from 'vitest';
import { defaultDataDir, shortSocketDir } from './folders.ts';
import { parsePasswd, pickRuntimeUser } from './runtime-user.ts';

const passwd = `root:x:0:0:root:/root:/bin/bash
# a comment
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash
`;

test('the user postgres is preferred to nobody', () => {
  expect(pickRuntimeUser(parsePasswd(passwd))).toEqual({ name: 'postgres', uid: 101, gid: 104 });
});

test('nobody serves where there is no postgres', () => {
  const users = parsePasswd(passwd).filter((user) => user.name !== 'postgres');
  expect(pickRuntimeUser(users)).toEqual({ name: 'nobody', uid: 65534, gid: 65534 });
});

test('a system with neither says what to do', () => {
  const users = parsePasswd('root:x:0:0:root:/root:/bin/sh\npostgres:x:0:0::/:/bin/sh\n');
  expect(() => pickRuntimeUser(users)).toThrow(
    expect.objectContaining({
      code: 'no-runtime-user',
      message: expect.stringMatching(/DATABASE_URL/),
    }),
  );
});

test('data lives beside the program, or for root where others can reach it', () => {
  expect(defaultDataDir({ projectDir: '/srv/app', isRoot: false })).toBe('/srv/app/data');
  expect(defaultDataDir({ projectDir: '/root/app', isRoot: true })).toBe('/var/lib/wallet');
});

test('a socket folder is used as it is unless its path is too long', () => {
  expect(shortSocketDir('/var/lib/wallet/postgres/run')).toBe('/var/lib/wallet/postgres/run');
  expect(shortSocketDir(`/${'x'.repeat(100)}`)).toMatch(/^\/tmp\/wallet-[0-9a-f]{16}$/);
});
