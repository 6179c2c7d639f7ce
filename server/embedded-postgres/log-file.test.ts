import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestDir } from '#server/testing/embedded-child.ts';
import { limitLogFile, tailOfLog } from './log-file.ts';

test('moves a log above its size limit to <path>.1 and empties it', async () => {
  const path = join(await makeTestDir(), 'postgres.log');
  await writeFile(path, 'x'.repeat(101));
  await limitLogFile(path, 100);
  expect(await readFile(path, 'utf8')).toBe('');
  expect(await readFile(`${path}.1`, 'utf8')).toHaveLength(101);
});

test('does not change a log within its size limit', async () => {
  const path = join(await makeTestDir(), 'postgres.log');
  await writeFile(path, 'x'.repeat(100));
  await limitLogFile(path, 100);
  expect(await readFile(path, 'utf8')).toHaveLength(100);
});

test('tailOfLog returns the last 15 lines', async () => {
  const path = join(await makeTestDir(), 'postgres.log');
  await writeFile(path, Array.from({ length: 2000 }, (_, n) => `line ${n}\n`).join(''));
  const tail = await tailOfLog(path);
  expect(tail.trim().split('\n')).toHaveLength(15);
  expect(tail.trim()).toMatch(/^line 1985\n(.*\n)*.*line 1999$/);
  expect(await tailOfLog(`${path}.none`)).toBe('');
});
