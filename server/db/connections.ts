import pg from 'pg';
import type { DatabaseLimits } from './limits.ts';
import { asOutage, toOutage } from './outages.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, toSafeInteger);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, toSafeInteger);

/** Every 64-bit integer and every sum of the schema is a count or paise: past 2^53 it is refused, not rounded. */
function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A number from the database is too large');
  return value;
}

/** A connection on loan from the pool. */
export interface Connection {
  readonly client: pg.PoolClient;
  /**
   * Sends one statement, without waiting for those before it: the database does them in turn. Throws
   * DatabaseOutage when the database is lost, or silent for too long.
   */
  send(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
  /** Gives it back; after a failure that leaves its state unknown, it is closed instead. */
  release(failure?: unknown): void;
}

/** Connections of one kind of work, each with the limits of that kind. */
export interface Connections {
  readonly pool: pg.Pool;
  /** Borrows a connection. Throws DatabaseOutage when none comes in time. */
  borrow(): Promise<Connection>;
  /** Closes all of them: idle ones now, borrowed ones when they are given back, or after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Called with each statement that has ended, well or not, and how long it took. */
export type Watch = (statement: string, ms: number) => void;

/** Opens connections to any PostgreSQL >= 15, none before the first is borrowed. */
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
  // A connection lost while idle is replaced on the next use, one lost in a transaction fails the
  // queries that use it; without listeners either would end the process.
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

/** Lends a connection of its own, which ends with the work: for rows to be copied, which can't share it with other statements. */
export async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connection, pipeline: false });
  client.on('error', () => undefined); // what is sent on it next fails
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
    // Also what the database itself says to a new connection: no request can change that.
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

/** Sends the statements of a connection: the time of each begins when the one before it is answered. */
function sender(client: pg.ClientBase, { limitMs, watch }: Within): Connection['send'] {
  let answeredAt = 0;
  return async (statement, values) => {
    const sentAt = performance.now();
    const spentMs = () => performance.now() - Math.max(sentAt, answeredAt);
    // The driver's own query_timeout would leave the connection waiting for that answer, and reuse it.
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

/** What is sent in one turn of the event loop goes to the database at once. */
function sendWithOthers<Sent>(client: pg.ClientBase, send: () => Sent): Sent {
  const { stream } = connectionOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
  return send();
}

/** Closes a connection at once: a statement that is on its way fails as lost. */
function cutOff(client: pg.ClientBase): void {
  // The driver's own `end` would wait for the answers.
  connectionOf(client).stream.destroy();
}

function connectionOf(client: pg.ClientBase): pg.Connection {
  // Every client of a pool is a whole one; the type of those on loan leaves this out.
  return (client as pg.Client).connection;
}
