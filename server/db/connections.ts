import pg from 'pg';
import { asOutage, toOutage } from '../platform/runtime/outages.ts';
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
  borrow(): Promise<Connection>;
  /** Borrowed connections are closed when they are returned, or after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

export type Watch = (statement: string, ms: number) => void;

export function openConnections(
  connection: pg.PoolConfig,
  limits: DatabaseLimits,
  watch: Watch = () => undefined,
): Connections {
  const within = { limitMs: limits.answerTimeoutMs, watch };
  const pool = new pg.Pool({
    max: limits.poolSize,
    connectionTimeoutMillis: limits.waitTimeoutMs,
    keepAlive: true,
    pipeline: true,
    onConnect: (client) => sender(client, within)(setLimits(limits)),
    ...connection,
  });
  // The pool replaces a connection lost while idle, and a loss in a transaction fails its
  // statements. Without these listeners, either event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const borrowed = new Set<pg.PoolClient>();
  return {
    pool,
    async borrow() {
      const client = await connect(pool);
      borrowed.add(client);
      return lend(client, within, () => borrowed.delete(client));
    },
    async close(graceMs) {
      const cut = setTimeout(() => borrowed.forEach(cutOff), graceMs);
      await pool.end();
      clearTimeout(cut);
    },
  };
}

/** Runs `work` with a separate connection, closed afterwards. COPY can't share a pipelined connection. */
export async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connection, pipeline: false });
  client.on('error', () => undefined); // The next statement on the lost connection fails.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Sent as a statement, since poolers refuse such settings in the startup message. */
function setLimits(limits: DatabaseLimits): string {
  return `SET lock_timeout = ${limits.lockTimeoutMs};
    SET statement_timeout = ${limits.statementTimeoutMs};
    SET idle_in_transaction_session_timeout = ${limits.idleTransactionTimeoutMs}`;
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

function connectionOf(client: pg.ClientBase): pg.Connection {
  // Pool clients are instances of pg.Client, but their type omits this property.
  return (client as pg.Client).connection;
}
