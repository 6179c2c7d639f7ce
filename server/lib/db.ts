import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { asOutage } from './outages.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, toSafeInteger);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, toSafeInteger);

/** Every 64-bit integer and every sum of the schema is a count or paise: past 2^53 it is refused, not rounded. */
function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A number from the database is too large');
  return value;
}

export type Orm = NodePgDatabase;

/** Runs hand-written SQL with `$1` parameters; rows come back as the database names them. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

declare const brand: unique symbol;

/** An open transaction. Only `Database.transaction` makes one; using it after the end throws. */
export interface Tx {
  readonly [brand]: true;
  readonly orm: Orm;
  readonly query: Query;
  /** Runs `hook` once the transaction has committed, never when it rolled back. */
  afterCommit(hook: () => void): void;
}

export interface Database {
  readonly pool: pg.Pool;
  readonly orm: Orm;
  readonly query: Query;
  /** Runs `work` in one transaction (read committed). Anything thrown rolls everything back. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Opens a pool on any PostgreSQL >= 15. */
export function openDatabase(connection: pg.PoolConfig): Database {
  const pool = new pg.Pool({ max: 20, ...connection });
  // A connection lost while idle is replaced on the next use, one lost in a transaction fails the
  // queries that use it; without listeners either would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    orm: drizzle(pool),
    query: queryOn(pool),
    transaction: (work) => runTransaction(pool, work),
    close: () => pool.end(),
  };
}

function queryOn(client: pg.Pool | pg.PoolClient): Query {
  return async <Row extends object>(text: string, values?: unknown[]) => {
    const { rows } = await client.query<Row>(text, values).catch(throwOutage);
    return rows;
  };
}

function throwOutage(error: unknown): never {
  throw asOutage(error);
}

async function runTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch(throwOutage);
  const hooks: (() => void)[] = [];
  const { tx, end } = openTx(client, hooks);
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(tx);
    end();
    await client.query('COMMIT');
    for (const hook of hooks) hook();
    return result;
  } catch (error) {
    end();
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Statements of transactions are few, and their texts constant: each connection parses and plans one
 * once. Reads are left out, since theirs vary with what is searched and are best planned by it.
 */
const preparedNames = new Map<string, string>();
const MAX_PREPARED = 200;

function prepared(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known !== undefined || preparedNames.size >= MAX_PREPARED) return known;
  const name = `wallet_${preparedNames.size}`;
  preparedNames.set(text, name);
  return name;
}

/** As `client.query` is called here: hand-written with its text, by drizzle with an object. */
function queryPrepared(client: pg.PoolClient) {
  return (query: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof query === 'string' ? { text: query } : query;
    return client.query({ ...config, name: prepared(config.text) }, values);
  };
}

function openTx(client: pg.PoolClient, hooks: (() => void)[]): { tx: Tx; end: () => void } {
  let ended = false;
  const query = queryPrepared(client);
  const guarded = new Proxy(client, {
    get(target, property) {
      if (ended) throw new Error('A transaction was used after its end');
      if (property === 'query') return query;
      const value = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  // The brand exists in types only: this is the one place that makes a Tx.
  const tx = {
    orm: drizzle(guarded),
    query: queryOn(guarded),
    afterCommit: (hook: () => void) => void hooks.push(hook),
  } as unknown as Tx;
  const end = () => {
    ended = true;
  };
  return { tx, end };
}
