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
  /** Sends one statement. Throws DatabaseOutage when the database is lost, or silent for too long. */
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
  const pool = new pg.Pool({
    max: limits.poolSize,
    connectionTimeoutMillis: limits.waitTimeoutMs,
    keepAlive: true,
    onConnect: (client) =>
      sendWithin(client, { limitMs: limits.answerTimeoutMs, watch }, [setLimits(limits)]),
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
      const within = { limitMs: limits.answerTimeoutMs, watch };
      return lend(client, within, () => borrowed.delete(client));
    },
    async close(graceMs) {
      const cut = setTimeout(() => borrowed.forEach(cutOff), graceMs);
      await pool.end();
      clearTimeout(cut);
    },
  };
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
    send: (...statement) => sendWithin(client, within, statement),
    release(failure) {
      onRelease();
      client.release(failure !== undefined);
    },
  };
}

async function sendWithin(
  client: pg.ClientBase,
  { limitMs, watch }: Within,
  [statement, values]: [statement: string | pg.QueryConfig, values?: unknown[]],
): Promise<pg.QueryResult> {
  // The driver's own query_timeout would leave the connection waiting for that answer, and reuse it.
  const timer = setTimeout(cutOff, limitMs, client);
  const startedAt = performance.now();
  try {
    return await client.query(statement, values);
  } catch (error) {
    throw asOutage(error);
  } finally {
    clearTimeout(timer);
    const text = typeof statement === 'string' ? statement : statement.text;
    watch(text, performance.now() - startedAt);
  }
}

/** Closes a connection at once when a statement is on its way, which then fails as lost. */
function cutOff(client: pg.ClientBase): void {
  // Every client of a pool is one that can be ended; the type of those on loan leaves it out.
  void (client as pg.Client).end();
}
