import pg from 'pg';
import { asOutage, DatabaseOutage, toOutage } from '../base/outages.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { DatabaseLimits } from './limits.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, toSafeInteger);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, toSafeInteger);

/** All 64-bit integers and sums of the schema are counts or paise. Throws above 2^53 instead of rounding. */
function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A number from the database is too large');
  return value;
}

export interface Connection {
  readonly client: pg.PoolClient;
  /** Does not wait for earlier statements; the database runs them in order. */
  send(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
  /** Returns the connection to the pool, or closes it if a failure left its state unknown. */
  release(failure?: unknown): void;
}

export interface Connections {
  readonly pool: pg.Pool;
  /** Begins a transaction. */
  readonly begin: string;
  borrow(): Promise<Connection>;
  /** Runs one statement with its own connection. */
  send: Connection['send'];
  /** Borrowed connections are closed when they are returned, or after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

export type Watch = (statement: string, ms: number) => void;

/**
 * A pooler in transaction mode: two transactions of a connection may run in different sessions of the database, so
 * that no setting or lock of a session can be used.
 */
export interface Pooler {
  connection: pg.PoolConfig;
}

export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

export function rowsOf(send: Connection['send']): Query {
  return async <Row extends object>(text: string, values?: unknown[]) => {
    const { rows } = await send(text, values);
    return rows as Row[]; // The caller knows the row type, as with the driver's types.
  };
}

/**
 * With `isPooled` the limits are set in each transaction, and each single statement is one. Each other connection corrects the
 * clock before its first statement.
 */
export function openConnections(
  connection: pg.PoolConfig,
  limits: DatabaseLimits,
  {
    watch = () => undefined,
    clock,
    isPooled = false,
  }: { watch?: Watch; clock?: DatabaseClock; isPooled?: boolean } = {},
): Connections {
  const within = { limitMs: limits.answerTimeoutMs, watch };
  const begin = isPooled ? `BEGIN; ${setLimits(limits, 'SET LOCAL')}` : 'BEGIN';
  const pool = new pg.Pool({
    max: limits.poolSize,
    connectionTimeoutMillis: limits.waitTimeoutMs,
    keepAlive: true,
    pipeline: true,
    ...(isPooled
      ? {}
      : { onConnect: (client) => prepare(sender(client, within), { limits, clock }) }),
    ...connection,
  });
  // The pool replaces a connection lost while idle, and a loss in a transaction fails its
  // statements. Without these listeners, either event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const borrowed = new Set<pg.PoolClient>();
  const borrow = async () => {
    const client = await connect(pool);
    borrowed.add(client);
    return lend(client, within, () => borrowed.delete(client));
  };
  return {
    pool,
    begin,
    borrow,
    async send(...statement) {
      const connection = await borrow();
      try {
        const result = await (isPooled
          ? sendInTransaction(connection, begin, statement)
          : connection.send(...statement));
        connection.release();
        return result;
      } catch (error) {
        connection.release(error);
        throw error;
      }
    },
    async close(graceMs) {
      const cut = setTimeout(() => borrowed.forEach(cutOff), graceMs);
      await pool.end();
      clearTimeout(cut);
    },
  };
}

/** A separate connection's `query`. */
export function queryOn(client: pg.ClientBase): Query {
  return rowsOf((statement, values) => client.query(statement, values));
}

/** Runs `work` with a separate connection, closed afterwards. COPY can't share a pipelined connection. */
export async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connection, pipeline: false });
  client.on('error', () => undefined); // The next statement on the lost connection fails.
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw orLoss(client, error);
  } finally {
    await client.end();
  }
}

/** Returns DatabaseOutage if the client has lost its connection, and otherwise the error. */
export function orLoss(client: pg.ClientBase, error: unknown): unknown {
  const isLost = connectionOf(client).stream.destroyed || !isQueryable(client);
  // Not with the message of a DrizzleQueryError, which contains the statement.
  return isLost
    ? new DatabaseOutage('The connection to the database was lost', { cause: error })
    : error;
}

/** Sends all three statements in one packet. Throws the error of the first that failed. */
async function sendInTransaction(
  { send }: Connection,
  begin: string,
  statement: Parameters<Connection['send']>,
): Promise<pg.QueryResult> {
  const sent = [send(begin), send(...statement), send('COMMIT')] as const;
  await Promise.allSettled(sent);
  const [, result] = await Promise.all(sent);
  return result;
}

async function prepare(
  send: Connection['send'],
  { limits, clock }: { limits: DatabaseLimits; clock: DatabaseClock | undefined },
): Promise<void> {
  const start = () => readTimeAfter(send, setLimits(limits, 'SET'));
  await (clock?.correctBy(start) ?? start());
}

/** Runs statements, and returns the database's time after them. */
export async function readTimeAfter(send: Connection['send'], statements: string): Promise<Date> {
  const sent = await send(`${statements}; SELECT clock_timestamp() AS now`);
  // The driver returns a list for several statements, which its types omit.
  const time = [sent].flat().at(-1)?.rows[0] as { now: Date } | undefined;
  if (!time) throw new Error('The database did not return its time');
  return time.now;
}

/** Sent as a statement, since poolers refuse such settings in the startup message. */
function setLimits(limits: DatabaseLimits, set: 'SET' | 'SET LOCAL'): string {
  return `${set} lock_timeout = ${limits.lockTimeoutMs};
    ${set} statement_timeout = ${limits.statementTimeoutMs};
    ${set} idle_in_transaction_session_timeout = ${limits.idleTransactionTimeoutMs}`;
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // Includes errors that the database reports to a new connection: the request did not cause them.
    throw toOutage(error);
  }
}

interface Within {
  limitMs: number;
  watch: Watch;
}

function lend(client: pg.PoolClient, within: Within, onRelease: () => void): Connection {
  return {
    client,
    send: sender(client, within),
    release(failure) {
      onRelease();
      client.release(failure !== undefined);
    },
  };
}

/** Returns a function that sends statements. The timeout of each starts when the previous one has completed. */
function sender(client: pg.ClientBase, { limitMs, watch }: Within): Connection['send'] {
  let answeredAt = 0;
  return async (statement, values) => {
    const sentAt = performance.now();
    const spentMs = () => performance.now() - Math.max(sentAt, answeredAt);
    // The driver's query_timeout would leave the connection waiting for the result, and reuse it.
    const cutWhenOver = () => {
      const leftMs = limitMs - spentMs();
      if (leftMs <= 0) cutOff(client);
      else timer = setTimeout(cutWhenOver, leftMs);
    };
    let timer = setTimeout(cutWhenOver, limitMs);
    try {
      return await sendWithOthers(client, () => client.query(statement, values));
    } catch (error) {
      throw asOutage(error);
    } finally {
      clearTimeout(timer);
      watch(typeof statement === 'string' ? statement : statement.text, spentMs());
      answeredAt = performance.now();
    }
  };
}

/** Sends the statements of one event-loop turn in one packet. */
function sendWithOthers<Sent>(client: pg.ClientBase, send: () => Sent): Sent {
  const { stream } = connectionOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
  return send();
}

function cutOff(client: pg.ClientBase): void {
  // The driver's `end` would wait for the running statement.
  connectionOf(client).stream.destroy();
}

/** False as soon as the database has ended the connection, before the stream is closed. The pool reads this property too. */
function isQueryable(client: pg.ClientBase): boolean {
  return (client as unknown as { _queryable: boolean })._queryable;
}

function connectionOf(client: pg.ClientBase): pg.Connection {
  // Pool clients are instances of pg.Client, but their type omits this property.
  return (client as pg.Client).connection;
}
