import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase, dropDatabase } from '#server/testing/databases.ts';
import { type Database, openDatabase } from './database.ts';

const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

let url: string;
let db: Database;
beforeAll(async () => {
  url = await copyDatabase(inject('templateUrl'));
  db = openDatabase({ connectionString: url });
});
afterAll(async () => {
  await db.close();
  await dropDatabase(url);
});

/** Returns the cells of the table in the documentation. */
function documented(): string[][] {
  const [, section = ''] = /^## Growth of tables$(.*?)^## /ms.exec(docs) ?? [];
  const lines = section.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

test('the documentation states the growth and the bound of every table once', async () => {
  const tables = await db.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
     ORDER BY 1`,
  );
  const named = documented().flatMap(([names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.toSorted()).toEqual(tables.map(({ name }) => name));
  for (const cells of documented()) {
    expect(cells.length, String(cells)).toBe(3);
    for (const cell of cells) expect(cell, String(cells)).not.toBe('');
  }
});
