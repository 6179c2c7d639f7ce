import type { Query } from '../db/database.ts';
import { type FindingKind, Findings } from './findings.ts';
import type { Columns, OldDatabase, OldRow } from './source.ts';
import { type OldText, readId, readLine, readMoment, readParagraph } from './values.ts';

const ROWS_PER_BATCH = 500;

/** Temporary tables for rows of the former system, with values converted to this system's types. */
const tables = {
  old_users: `id text PRIMARY KEY, username text, role text, status text, created_at timestamptz,
    name citext, new_id uuid, comes boolean, is_merged boolean`,
  old_profiles: `id text PRIMARY KEY, first_name text, last_name text, email text, phone text, address text,
    city text, country text, language text`,
  old_balances: 'id text PRIMARY KEY, balance_paise bigint',
  old_transactions: `id text PRIMARY KEY, user_id text, type text, status text, kind text, amount_paise bigint,
    payment_method text, reference text, utr text, bank_account_id text, source_id text, notes text, approved_by text,
    created_at timestamptz, decided_at timestamptz, updated_at timestamptz, has_image boolean, new_reference text,
    new_id uuid, comes boolean`,
  old_accounts: `id text PRIMARY KEY, user_id text, holder text, number text, bank text, ifsc text,
    is_default boolean, created_at timestamptz, comes boolean`,
  old_banks: 'id text PRIMARY KEY, name text, code text, is_active boolean, created_at timestamptz',
  old_sources:
    'id text PRIMARY KEY, name text, description text, is_active boolean, created_at timestamptz',
  old_links: `id text PRIMARY KEY, title text, url text, description text, display_order int, is_active boolean,
    created_at timestamptz`,
  old_notifications: `id text PRIMARY KEY, user_id text, title text, message text, type text, category text,
    read boolean, data jsonb, created_at timestamptz`,
};
export type StagedTable = keyof typeof tables;

export interface Staging {
  /** Runs on the connection that has the temporary tables. */
  query: Query;
  findings: Findings;
  old: OldDatabase;
  now: Date;
  report(line: string): void;
  signal: AbortSignal;
}

export async function openStaging(parts: Omit<Staging, 'findings'>): Promise<Staging> {
  const findings = new Findings(parts.query);
  await findings.open();
  for (const [name, columns] of Object.entries(tables))
    await parts.query(`CREATE TEMPORARY TABLE ${name} (${columns})`);
  return { ...parts, findings };
}

/** Reads the values of one former row and collects findings about invalid ones. */
export class Reading {
  readonly found: { kind: FindingKind; detail: string }[] = [];
  readonly #row: OldRow;
  readonly #now: Date;

  constructor(row: OldRow, now: Date) {
    this.#row = row;
    this.#now = now;
  }

  raw(column: string): string | null {
    return this.#row[column] ?? null;
  }

  say(kind: FindingKind, detail: string): void {
    this.found.push({ kind, detail: readLine(detail, 200).text });
  }

  line(column: string, maxLength: number): string {
    return this.#whole(column, readLine(this.raw(column), maxLength));
  }

  paragraph(column: string, maxLength: number): string {
    return this.#whole(column, readParagraph(this.raw(column), maxLength));
  }

  #whole(column: string, { text, isCut }: OldText): string {
    if (isCut) this.say('text-cut', column);
    return text;
  }

  id(column: string): string | null {
    return readId(this.raw(column)) ?? null;
  }

  /** Returns the first valid timestamp of the columns; the start of the import if there is none. */
  moment(...columns: [string, ...string[]]): string {
    const found = columns.map((column) => readMoment(this.raw(column), this.#now));
    if (!found[0]) this.say('moment-wrong', `${columns[0]}: ${this.raw(columns[0]) ?? 'missing'}`);
    return (found.find((moment) => moment !== undefined) ?? this.#now).toISOString();
  }
}

/** Copies a table into a temporary table, without the rows for which `read` returns undefined. */
export async function stage(
  staging: Staging,
  {
    table,
    into,
    columns,
    idColumn = 'id',
  }: {
    table: string;
    into: StagedTable;
    columns: Columns;
    idColumn?: string;
  },
  read: (reading: Reading, id: string) => object | undefined,
): Promise<void> {
  const add = async (rows: { id: string; row: object }[]) => {
    const kept = await insert(staging.query, into, rows);
    for (const { id } of rows) {
      if (!kept.delete(id))
        await staging.findings.add({ kind: 'id-repeated', table, id, detail: '' });
    }
  };
  let batch: { id: string; row: object }[] = [];
  let number = 0;
  for await (const row of readRows(staging, table, columns)) {
    number += 1;
    const reading = new Reading(row, staging.now);
    const id = reading.id(idColumn);
    const staged = id === null ? undefined : read(reading, id);
    if (id === null) reading.say('id-missing', `row ${number}`);
    for (const { kind, detail } of reading.found)
      await staging.findings.add({ kind, table, id: id ?? '', detail });
    if (id !== null && staged) batch.push({ id, row: { id, ...staged } });
    if (batch.length < ROWS_PER_BATCH) continue;
    await add(batch);
    batch = [];
  }
  await add(batch);
}

/** Yields the rows of a table; none if the table does not exist. */
export async function* readRows(
  { old, signal }: Pick<Staging, 'old' | 'signal'>,
  table: string,
  columns: Columns,
): AsyncGenerator<OldRow> {
  if (!old.has(table)) return;
  for await (const row of old.rows(table, columns)) {
    signal.throwIfAborted();
    yield row;
  }
}

/** Returns the ids that were not in the table before. */
async function insert(
  query: Query,
  into: StagedTable,
  rows: { row: object }[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await query<{ id: string }>(
    `INSERT INTO ${into} SELECT * FROM jsonb_populate_recordset(NULL::${into}, $1::jsonb)
     ON CONFLICT DO NOTHING RETURNING id`,
    [JSON.stringify(rows.map(({ row }) => row))],
  );
  return new Set(inserted.map(({ id }) => id));
}

/** Yields the rows of a query in batches, ordered by the column `n`. */
export async function* inBatches<Row extends { n: number }>(
  { query, signal }: Pick<Staging, 'query' | 'signal'>,
  select: string,
  size: number,
): AsyncGenerator<Row[]> {
  let last = 0;
  for (;;) {
    signal.throwIfAborted();
    const rows = await query<Row>(
      `SELECT * FROM (${select}) AS ordered WHERE n > $1 ORDER BY n LIMIT ${size}`,
      [last],
    );
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.n ?? last;
  }
}

const REPORT_EVERY_MS = 5000;

/** Returns a function that reports progress immediately, and then every few seconds. */
export function progressOf(staging: Staging, what: string, total?: number): (done: number) => void {
  let next = 0;
  let sum = 0;
  return (done) => {
    sum += done;
    if (Date.now() < next && sum !== total) return;
    next = Date.now() + REPORT_EVERY_MS;
    staging.report(`${what}: ${sum}${total === undefined ? '' : ` of ${total}`}`);
  };
}
