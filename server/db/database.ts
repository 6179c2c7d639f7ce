import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Clock } from '../lib/clock.ts';
import { createLogger, type Logger } from '../lib/log.ts';
import { logError } from '../lib/repeated-errors.ts';
import { type Connection, type Connections, openConnections, type Watch } from './connections.ts';
import { backgroundLimits, type DatabaseLimits, DEFAULT_LIMITS, probeLimits } from './limits.ts';
import { DatabaseOutage } from './outages.ts';
import { Turns } from './turns.ts';

export type Orm = NodePgDatabase;

/** Runs hand-written SQL with `$1` parameters; rows come back as the database names them. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

declare const brand: unique symbol;

/** An open transaction. Only `Database.transaction` makes one; using it after the end throws. */
export interface Tx {
  readonly [brand]: true;
  /**
   * The moment of everything that the transaction writes, by the database's clock: the time after the newest `lock`
   * that returned before the first read of this property. Later locks don't change it.
   */
  readonly at: Date;
  /** When the transaction began, by the database's clock: for checks before the locks. */
  readonly beganAt: Date;
  readonly orm: Orm;
  readonly query: Query;
  /** Runs a SELECT that locks rows, and reads the database's clock after the last of them, in the same statement. */
  readonly lock: Query;
  /**
   * Sends a statement whose answer is not waited for: what follows is sent behind it. When it fails, so does the
   * transaction, with its error.
   */
  write(text: string, values?: unknown[]): void;
  /** Runs `work` as the last of the transaction, of which it is a part. */
  beforeCommit(work: () => Promise<unknown>): void;
  /** Runs `hook` once the transaction has committed, never when it rolled back. */
  afterCommit(hook: () => void): void;
  /** Says that the transaction writes to the outbox: whoever follows it reads on after the commit. */
  nudgeFollowers(): void;
}

export interface TransactionOptions {
  /** Whose command it is: of one person only a few run at once, the others wait their turn. */
  by?: string | undefined;
  /** How long it waits for a lock, where that is less than others do. */
  lockTimeoutMs?: number | undefined;
}

/** The same database for one kind of work. */
export interface Work {
  readonly pool: pg.Pool;
  readonly orm: Orm;
  readonly query: Query;
  /**
   * Runs `work` in one transaction (read committed). Anything thrown rolls everything back, with one
   * exception: after a DatabaseOutage while committing, no one knows whether it was committed.
   */
  transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
}

export interface Database extends Work {
  /** For what no one waits for in front of a screen: connections of its own, and longer limits. */
  readonly background: Work;
  /** For the health check: a connection of its own, and an answer or a failure within `PROBE_MS`. */
  readonly probe: Query;
  /** Calls `readOn` after each commit of this server that wrote to the outbox. */
  followOutbox(readOn: () => void): void;
  /** Ends what is still running after a moment. */
  close(): Promise<void>;
}

const MAX_LOGGED_STATEMENT = 1000;
const CLOSE_GRACE_MS = 1000;
const PROBE_MS = 700;
/** How many connections one person's commands may hold, waiting for locks or not. */
const COMMANDS_PER_PERSON = 4;
/** The part of the connections that is kept for sign-ins, reads and the event tail. */
const KEPT_FOR_OTHERS = 0.25;

/**
 * Opens any PostgreSQL >= 15. No connection is made before it is needed. A `clock` replaces the database's own for the
 * times of transactions, in tests and for a made-up history.
 */
export function openDatabase(
  connection: pg.PoolConfig,
  {
    limits = DEFAULT_LIMITS,
    log = createLogger('silent'),
    clock,
    slowQueryMs = Number.POSITIVE_INFINITY,
  }: {
    limits?: DatabaseLimits;
    log?: Logger;
    clock?: Clock | undefined;
    slowQueryMs?: number;
  } = {},
): Database {
  const watch = logsSlow(log, slowQueryMs);
  const people = openConnections(connection, limits, watch);
  const background = openConnections(connection, backgroundLimits(limits), watch);
  const probe = openConnections(connection, probeLimits(limits, PROBE_MS), watch);
  const size = people.pool.options.max;
  const turns = new Turns({
    total: Math.max(1, Math.floor(size * (1 - KEPT_FOR_OTHERS))),
    perPerson: COMMANDS_PER_PERSON,
    waitMs: limits.waitTimeoutMs,
  });
  const followers: Hook[] = [];
  const nudge = () => {
    for (const readOn of followers) readOn();
  };
  const parts = { log, turns, clock, nudge };
  return {
    ...workOn(people, parts),
    background: workOn(background, parts),
    probe: rowsOf(sendAlone(probe)),
    followOutbox: (readOn) => void followers.push(readOn),
    close: async () => {
      await Promise.all([people, background, probe].map((one) => one.close(CLOSE_GRACE_MS)));
    },
  };
}

/** Statements hold no values: those are sent beside them. */
function logsSlow(log: Logger, slowQueryMs: number): Watch {
  return (statement, ms) => {
    if (ms < slowQueryMs) return;
    const text = statement.replace(/\s+/g, ' ').trim().slice(0, MAX_LOGGED_STATEMENT);
    log.warn({ statement: text, ms: Math.round(ms) }, 'a statement was slow');
  };
}

/** The same parts with the database as background work has it. */
export function inBackground<Parts extends { db: Database }>(parts: Parts): Parts {
  const { db } = parts;
  return { ...parts, db: { ...db, ...db.background } };
}

interface Parts {
  log: Logger;
  turns: Turns;
  clock: Clock | undefined;
  nudge: Hook;
}

function workOn(connections: Connections, { log, turns, ...parts }: Parts): Work {
  const send = sendAlone(connections);
  const alone = withQuery(connections.pool, send);
  return {
    pool: connections.pool,
    orm: drizzle(alone),
    query: rowsOf(send),
    async transaction(work, { by, lockTimeoutMs } = {}) {
      const run = () => runTransaction(connections, { ...parts, lockTimeoutMs }, work);
      const { result, hooks } = await (by === undefined ? run() : turns.run(by, run));
      for (const hook of hooks) void runHook(hook, log);
      return result;
    },
  };
}

type Send = Connection['send'];

function sendAlone(connections: Connections): Send {
  return async (...statement) => {
    const connection = await connections.borrow();
    try {
      const result = await connection.send(...statement);
      connection.release();
      return result;
    } catch (error) {
      connection.release(error);
      throw error;
    }
  };
}

function rowsOf(send: Send): Query {
  return async <Row extends object>(text: string, values?: unknown[]) => {
    const { rows } = await send(text, values);
    return rows as Row[]; // what a statement returns is known to who wrote it, as with the driver's own types
  };
}

type Hook = () => void;
type Last = () => Promise<unknown>;

async function runTransaction<Result>(
  connections: Connections,
  { clock, nudge, lockTimeoutMs }: Pick<Parts, 'clock' | 'nudge'> & TransactionOptions,
  work: (tx: Tx) => Promise<Result>,
): Promise<{ result: Result; hooks: Set<Hook> }> {
  const connection = await connections.borrow();
  const hooks = new Set<Hook>();
  const last: Last[] = [];
  const writes: Promise<unknown>[] = [];
  const moment = new Moment(clock);
  const { tx, end } = openTx(connection, { moment, nudge, hooks, last, writes });
  try {
    moment.begin(await begin(connection, lockTimeoutMs));
    const result = await work(tx);
    for (const work of last) await work();
    end();
    // Heard first: one that the driver could not even send is no reason for the database to refuse the commit.
    await Promise.all(writes);
    await commit(connection);
    connection.release();
    return { result, hooks };
  } catch (error) {
    end();
    connection.release(await rollBack(connection, error));
    // A write that failed is why those behind it did.
    await Promise.all(writes);
    throw error;
  }
}

/** Returns the database's time. */
async function begin(connection: Connection, lockTimeoutMs: number | undefined): Promise<Date> {
  const limit = lockTimeoutMs === undefined ? '' : `; SET LOCAL lock_timeout = ${lockTimeoutMs}`;
  const sent = await connection.send(`BEGIN${limit}; SELECT clock_timestamp() AS now`);
  // The driver returns a list for several statements, which its types leave out.
  const time = [sent].flat().at(-1)?.rows[0] as { now: Date } | undefined;
  if (!time) throw new Error('The database did not return its time');
  return time.now;
}

/** The moment of one transaction: see `Tx.at`. */
class Moment {
  readonly #clock: Clock | undefined;
  #newest = new Date(Number.NaN);
  #beganAt = this.#newest;
  #fixed: Date | undefined;

  constructor(clock: Clock | undefined) {
    this.#clock = clock;
  }

  get beganAt(): Date {
    return this.#beganAt;
  }

  get at(): Date {
    this.#fixed ??= this.#newest;
    return this.#fixed;
  }

  begin(databaseTime: Date): void {
    this.moveOn(databaseTime);
    this.#beganAt = this.#newest;
  }

  moveOn(databaseTime: Date): void {
    this.#newest = this.#clock?.now() ?? databaseTime;
  }
}

/**
 * Without an error the database says that a transaction in which a statement failed is not committed, and that
 * one is which no synchronous standby may have: it gave up waiting for them when the statement's time was over.
 */
async function commit(connection: Connection): Promise<void> {
  let isAlone = false;
  const hear = ({ routine }: { routine?: string | undefined }) => {
    isAlone ||= routine === 'SyncRepWaitForLSN';
  };
  connection.client.on('notice', hear);
  const { command } = await connection
    .send('COMMIT')
    .finally(() => connection.client.off('notice', hear));
  if (command !== 'COMMIT') throw new Error('A transaction was committed after a failed statement');
  if (isAlone) throw new DatabaseOutage('No standby has confirmed what was committed');
}

/** Returns what makes the connection unfit for others, if anything. */
async function rollBack(connection: Connection, error: unknown): Promise<unknown> {
  if (error instanceof DatabaseOutage) return error;
  return connection.send('ROLLBACK').then(
    () => undefined,
    (failure: unknown) => failure,
  );
}

/** What was committed stands, whatever becomes of what follows it. */
async function runHook(hook: Hook, log: Logger): Promise<void> {
  try {
    await hook();
  } catch (error) {
    logError(log, { error, message: 'work after a commit failed', level: 'error' });
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

/** The client as drizzle takes one, but for how it sends. */
function withQuery<Client extends object>(client: Client, query: Send): Client {
  return new Proxy(client, {
    get(target, property) {
      if (property === 'query') return query;
      const value = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function openTx(
  connection: Connection,
  parts: {
    moment: Moment;
    nudge: Hook;
    hooks: Set<Hook>;
    last: Last[];
    writes: Promise<unknown>[];
  },
): { tx: Tx; end: () => void } {
  const { moment, nudge, hooks, last, writes } = parts;
  let ended = false;
  const send: Send = async (statement, values) => {
    if (ended) throw new Error('A transaction was used after its end');
    const config = typeof statement === 'string' ? { text: statement } : statement;
    return connection.send({ ...config, name: prepared(config.text) }, values);
  };
  const query = rowsOf(send);
  const lock: Query = async <Row extends object>(text: string, values?: unknown[]) => {
    // In the inner SELECT the time could be that before the wait for a lock.
    const timed = `SELECT locked.*, clock_timestamp() AS "lockedUntil" FROM (${text}) AS locked`;
    const rows = await query<Row & { lockedUntil: Date }>(timed, values);
    const newest = rows.at(-1);
    if (newest) moment.moveOn(newest.lockedUntil);
    return rows.map(({ lockedUntil: _, ...row }) => row as unknown as Row); // Row is what it was before
  };
  // The brand exists in types only: this is the one place that makes a Tx.
  const tx = {
    get at() {
      return moment.at;
    },
    get beganAt() {
      return moment.beganAt;
    },
    orm: drizzle(withQuery(connection.client, send)),
    query,
    lock,
    write: (text: string, values?: unknown[]) => {
      const written = send(text, values);
      written.catch(() => undefined); // heard at the end
      writes.push(written);
    },
    beforeCommit: (work: Last) => void last.push(work),
    afterCommit: (hook: Hook) => void hooks.add(hook),
    nudgeFollowers: () => void hooks.add(nudge),
  } as unknown as Tx;
  const end = () => {
    ended = true;
  };
  return { tx, end };
}
