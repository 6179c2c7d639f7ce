import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Query } from '../db/database.ts';
import { lockMigrations } from '../db/migrate.ts';
import { MIGRATIONS_TABLE, type Migration } from '../db/migrations.ts';
import { countOf } from '../db/selection.ts';
import { damaged, type End, type Manifest, type Report } from './archive.ts';
import { dropIndexes } from './restored-indexes.ts';
import { columnsOf, listTables, quoted, type Table } from './tables.ts';

interface OpenTable {
  name: string;
  stream: ReturnType<typeof copyFrom>;
  done: Promise<unknown>;
}

const INDEX_MEMORY = '256MB';

export class RestoredRows {
  readonly #client: pg.ClientBase;
  readonly #query: Query;
  #tables: Table[] = [];
  #indexes: string[] = [];
  #open: OpenTable | undefined;
  #making: Promise<void> | undefined;
  #isGivenUp = false;
  readonly #counts: Record<string, number> = {};

  /** `query` has to use the same client. */
  constructor(client: pg.ClientBase, query: Query) {
    this.#client = client;
    this.#query = query;
  }

  /** Locks out servers that start meanwhile. Throws Error with a sentence unless the database is empty. */
  async begin(): Promise<void> {
    await this.#query('SET statement_timeout = 0');
    await this.#query('SET idle_in_transaction_session_timeout = 0');
    await lockMigrations(this.#client);
    const tables = `pg_class WHERE relkind IN ('r', 'p')
      AND (relnamespace = 'public'::regnamespace OR oid = to_regclass($1))`;
    if ((await countOf(this.#query, tables, [MIGRATIONS_TABLE])) > 0) {
      throw new Error('The database is not empty: restore into one that has no tables.');
    }
    await this.#query('BEGIN');
  }

  async prepare(migrations: Migration[], tables: Manifest['tables']): Promise<void> {
    for (const { statements } of migrations) {
      for (const statement of statements) await this.#query(statement);
    }
    await this.#recordMigrations(migrations);
    this.#tables = await listTables(this.#query);
    const made = this.#tables.map(({ name, columns }) => ({ name, columns }));
    if (JSON.stringify(made) !== JSON.stringify(tables)) {
      throw damaged('its tables are not those of its version of the software');
    }
    for (const { name } of this.#tables) {
      await this.#query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
    }
    // The archive contains the rows that migrations insert, as they were later changed.
    await this.#query(`TRUNCATE ${this.#tables.map(({ name }) => quoted(name)).join(', ')}`);
    this.#indexes = await dropIndexes(this.#query);
  }

  async #recordMigrations(migrations: Migration[]): Promise<void> {
    await this.#query('CREATE SCHEMA IF NOT EXISTS drizzle');
    await this.#query(
      `CREATE TABLE ${MIGRATIONS_TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
    );
    await this.#query(
      `INSERT INTO ${MIGRATIONS_TABLE} (hash, created_at) SELECT * FROM unnest($1::text[], $2::bigint[])`,
      [migrations.map(({ hash }) => hash), migrations.map(({ createdAt }) => createdAt)],
    );
  }

  async take(name: string, bytes: Buffer, report: Report): Promise<void> {
    if (this.#open?.name !== name) {
      await this.endTable();
      this.#open = this.#openTable(name);
      report(`${name} ...`);
    }
    const { stream, done } = this.#open;
    if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), done]);
  }

  #openTable(name: string): OpenTable {
    const table = this.#tables.find((one) => one.name === name);
    if (!table || name in this.#counts) throw damaged(`it holds rows of ${name}`);
    const stream = this.#client.query(copyFrom(`COPY ${columnsOf(table)} FROM STDIN`));
    const done = once(stream, 'finish');
    done.catch(() => undefined); // the error is handled when the table ends
    return { name, stream, done };
  }

  async endTable(): Promise<void> {
    if (!this.#open) return;
    const { name, stream, done } = this.#open;
    this.#open = undefined;
    stream.end();
    await done;
    this.#counts[name] = stream.rowCount;
  }

  makeIndexes(report: Report): void {
    if (this.#making) return;
    report('indexes ...');
    this.#making = this.#makeIndexes();
    this.#making.catch(() => undefined); // the error is handled by `finish`
  }

  async #makeIndexes(): Promise<void> {
    await this.#query(`SET LOCAL maintenance_work_mem = '${INDEX_MEMORY}'`);
    for (const statement of this.#indexes) {
      if (this.#isGivenUp) return;
      // Other queries may run between two statements.
      await this.#query(statement);
    }
  }

  async finish(counts: End['rows'], report: Report): Promise<void> {
    this.makeIndexes(report);
    await this.#making;
    for (const { name, identities } of this.#tables) {
      if ((this.#counts[name] ?? 0) !== counts[name]) {
        throw damaged(`rows of ${name} are missing`);
      }
      for (const column of identities) await this.#goOnCounting(name, column);
      await this.#query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    }
  }

  async #goOnCounting(table: string, column: string): Promise<void> {
    await this.#query(
      `SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(column)}), 0) + 1, false)
       FROM ${quoted(table)}`,
      [quoted(table), column],
    );
  }

  async commit(): Promise<void> {
    await this.#query('COMMIT');
  }

  async giveUp(): Promise<void> {
    this.#isGivenUp = true;
    this.#open?.stream.destroy();
    await this.#query('ROLLBACK').catch(() => undefined); // closing the connection also rolls the transaction back
  }
}
