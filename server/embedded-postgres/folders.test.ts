import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeTestDir } from '#server/testing/embedded-child.ts';
import { prepareFolders } from './folders.ts';

const SERVERS = 20;
/** Enough to meet the moment between making a folder and giving it away, were there one. */
const ROUNDS = 60;

test('servers that start at once on new data find the same folders, whoever makes them', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const dataDir = await makeTestDir();
    const found = await Promise.all(Array.from({ length: SERVERS }, () => prepareFolders(dataDir)));
    const [socketDir = '', ...others] = new Set(found.map((folders) => folders.socketDir));
    expect(others).toEqual([]);
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
  }
});
