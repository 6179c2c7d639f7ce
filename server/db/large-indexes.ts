import type pg from 'pg';
import type { Migration } from './migrations.ts';

const CREATED = /CREATE INDEX IF NOT EXISTS "(?<name>\w+)" ON "(?<table>\w+)" (?<rest>[^;]+)/;
/** An earlier migration of the same start adds the column. */
const UNDEFINED_COLUMN = '42703';

/**
 * Builds the indexes that migrations create with IF NOT EXISTS before the migrations run, while commands continue to write
 * to the tables. A migration is one transaction, in which an index can't be built concurrently. Replaces an index that an
 * interrupted start left unfinished.
 */
export async function buildLargeIndexes(
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<void> {
  const { rows } = await client.query<{ lock_timeout: string }>('SHOW lock_timeout');
  // Each of them waits for the end of transactions that are older, and delays no other one meanwhile.
  await client.query('SET lock_timeout = 0');
  for (const statement of migrations.flatMap(({ statements }) => statements)) {
    const { name, table, rest } = CREATED.exec(statement)?.groups ?? {};
    if (!name || !table || !rest || !(await isTable(client, table))) continue;
    if (await isUnfinished(client, name)) await client.query(`DROP INDEX CONCURRENTLY "${name}"`);
    await client
      .query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS "${name}" ON "${table}" ${rest}`)
      .catch((error) => {
        if (error.code !== UNDEFINED_COLUMN) throw error;
      });
  }
  await client.query(`SET lock_timeout = '${rows[0]?.lock_timeout ?? 0}'`);
}

async function isTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 WHERE to_regclass($1) IS NOT NULL', [name]);
  return rows.length > 0;
}

async function isUnfinished(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [name],
  );
  return rows.length > 0;
}
