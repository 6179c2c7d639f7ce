import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeTestDir } from '#server/testing/embedded-child.ts';
import { prepareFolders } from './folders.ts';

const SERVERS = 20;
/** Enough rounds to hit a race between creating a folder and changing its owner, if there were one. */
const ROUNDS = 60;

test('servers that start concurrently on new data use the same folders, whichever creates them', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const dataDir = await makeTestDir();
    const found = await Promise.all(Array.from({ length: SERVERS }, () => prepareFolders(dataDir)));
    const [socketDir = '', ...others] = new Set(found.map((folders) => folders.socketDir));
    expect(others).toEqual([]);
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
  }
});
