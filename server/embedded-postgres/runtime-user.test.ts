import { expect, test } from 'vitest';
import { defaultDataDir, shortSocketDir } from './folders.ts';
import { parsePasswd, pickRuntimeUser } from './runtime-user.ts';

const passwd = `root:x:0:0:root:/root:/bin/bash
# a comment
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash
`;

test('runs PostgreSQL as the user postgres if there is one', () => {
  expect(pickRuntimeUser(parsePasswd(passwd))).toEqual({ name: 'postgres', uid: 101, gid: 104 });
});

test('runs PostgreSQL as the user nobody if there is no user postgres', () => {
  const users = parsePasswd(passwd).filter((user) => user.name !== 'postgres');
  expect(pickRuntimeUser(users)).toEqual({ name: 'nobody', uid: 65534, gid: 65534 });
});

test('suggests DATABASE_URL on a system without the users postgres and nobody', () => {
  const users = parsePasswd('root:x:0:0:root:/root:/bin/sh\npostgres:x:0:0::/:/bin/sh\n');
  expect(() => pickRuntimeUser(users)).toThrow(
    expect.objectContaining({
      code: 'no-runtime-user',
      message: expect.stringMatching(/DATABASE_URL/),
    }),
  );
});

test('the default data folder is next to the program, and for root in /var/lib', () => {
  expect(defaultDataDir({ projectDir: '/srv/app', isRoot: false })).toBe('/srv/app/data');
  expect(defaultDataDir({ projectDir: '/root/app', isRoot: true })).toBe('/var/lib/wallet');
});

test('uses a socket folder under /tmp only if the path is too long for a socket', () => {
  expect(shortSocketDir('/var/lib/wallet/postgres/run')).toBe('/var/lib/wallet/postgres/run');
  expect(shortSocketDir(`/${'x'.repeat(100)}`)).toMatch(/^\/tmp\/wallet-[0-9a-f]{16}$/);
});
