import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Columns, OLD_TABLES, type OldDatabase, type OldRow } from './source.ts';

const ROWS_PER_FETCH = 500;
/** Rows with images are fetched in small batches: each may have many megabytes. */
const ROWS_OF_IMAGES = 4;
const LONG_COLUMN = 1_000_000;
const CONNECT_MS = 15_000;

/** Opens a PostgreSQL database by its URL, read-only, in one snapshot. */
export async function openOldPostgres(url: string): Promise<OldDatabase> {
  const client = await connect(url);
  try {
    const found = await prepare(client);
    return {
      has: (table) => found.has(table),
      rows: (table, columns) => readTable(client, { table, columns, found: found.get(table) }),
      close: () => client.end().catch(() => undefined),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw asSentence(error);
  }
}

/** The error has no cause: the unparsed part of a URL may be its password. */
async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    client.on('error', () => undefined); // the next query on the client fails
    await client.connect();
    return client;
  } catch (error) {
    throw asSentence(error);
  }
}

async function prepare(client: pg.Client): Promise<Map<string, string[]>> {
  await client.query(
    `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET TimeZone = 'UTC';
     SET DateStyle = 'ISO'; SET extra_float_digits = 1;
     BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`,
  );
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT table_name::text AS name, array_agg(column_name::text) AS columns
     FROM information_schema.columns WHERE table_schema = current_schema() GROUP BY 1`,
  );
  if (rows.some(({ name }) => name === 'ledger_entries'))
    throw new Error(
      'That is a database of this software: move it by "wallet backup" and "restore".',
    );
  const known = rows.filter(({ name }) => OLD_TABLES.some((table) => table === name));
  return new Map(known.map(({ name, columns }) => [name, columns]));
}

async function* readTable(
  client: pg.Client,
  { table, columns, found = [] }: { table: string; columns: Columns; found?: string[] | undefined },
): AsyncGenerator<OldRow> {
  const wanted = Object.entries(columns).map(([name, most]) =>
    found.includes(name)
      ? `nullif(left("${name}"::text, ${most}), '') AS "${name}"`
      : `NULL AS "${name}"`,
  );
  const hasImages = Object.values(columns).some((most) => most > LONG_COLUMN);
  const cursor = `"${randomUUID()}"`;
  const fetch = `FETCH ${hasImages ? ROWS_OF_IMAGES : ROWS_PER_FETCH} FROM ${cursor}`;
  try {
    await client.query(
      `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${wanted.join(', ')} FROM "${table}"`,
    );
    for (;;) {
      const { rows } = await client.query<OldRow>(fetch);
      if (rows.length === 0) break;
      yield* rows;
    }
    await client.query(`CLOSE ${cursor}`);
  } catch (error) {
    throw asSentence(error);
  }
}

function asSentence(error: unknown): Error {
  if (error instanceof pg.DatabaseError)
    return new Error(`The former database refused (${error.code}): ${error.message}`);
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined && error instanceof Error && error.message.startsWith('That is'))
    return error;
  return new Error(`The former database can't be read${code === undefined ? '' : ` (${code})`}.`);
}
