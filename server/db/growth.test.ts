import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase, dropDatabase } from '#server/testing/databases.ts';
import { type Database, openDatabase } from './database.ts';

const table = readFileSync(new URL('../../docs/operations/tables.tsv', import.meta.url), 'utf8');

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

/** Returns the cells of the table in the documentation: names, rows, bound. */
function documented(): string[][] {
  const [, ...lines] = table.trimEnd().split('\n');
  return lines.map((line) => line.split('\t'));
}

test('the documentation states the growth and the bound of every table once', async () => {
  const tables = await db.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
     ORDER BY 1`,
  );
  const named = documented().flatMap(([names = '']) => names.split(', '));
  expect(named.toSorted()).toEqual(tables.map(({ name }) => name));
  for (const cells of documented()) {
    expect(cells.length, String(cells)).toBe(3);
    for (const cell of cells) expect(cell, String(cells)).not.toBe('');
  }
});
