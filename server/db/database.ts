import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { type Clock, systemClock } from '../base/clock.ts';
import { createLogger, type Logger } from '../base/log.ts';
import { DatabaseOutage } from '../base/outages.ts';
import { logError } from '../base/repeated-errors.ts';
import { createSecrets, type Secrets } from '../base/secrets.ts';
import {
  type Connection,
  type Connections,
  openConnections,
  type Pooler,
  type Query,
  readTimeAfter,
  rowsOf,
  type Watch,
} from './connections.ts';
import { DatabaseClock } from './database-clock.ts';
import { FairSemaphore } from './fair-semaphore.ts';
import { backgroundLimits, type DatabaseLimits, DEFAULT_LIMITS, probeLimits } from './limits.ts';

export type Orm = NodePgDatabase;

export type { Query };

declare const brand: unique symbol;

/** An open transaction. Only `Database.transaction` creates one. Using it after its end throws. */
export interface Tx {
  readonly [brand]: true;
  /**
   * The database's time for all rows that the transaction writes. It is read after the last `lock` before the first
   * use of this property. Later locks do not change it.
   */
  readonly at: Date;
  readonly beganAt: Date;
  readonly orm: Orm;
  readonly query: Query;
  readonly secrets: Secrets;
  /** Runs a SELECT that locks rows. The same statement reads the database's time after the last lock. */
  readonly lock: Query;
  /**
   * Sends a statement without waiting for its result. Later statements are sent after it. If it fails, the transaction
   * fails with its error.
   */
  write(text: string, values?: unknown[]): void;
  beforeCommit(work: () => Promise<unknown>): void;
  afterCommit(hook: () => void): void;
  notifyOutboxReaders(): void;
}

export interface TransactionOptions {
  /** The user who sent the command. Only a few commands per user run concurrently; the others wait. */
  by?: string | undefined;
  lockTimeoutMs?: number | undefined;
}

export interface Work {
  readonly pool: pg.Pool;
  readonly orm: Orm;
  readonly query: Query;
  /** For constant statements that run with most requests: each connection prepares and plans them once. */
  readonly prepared: Query;
  /** Read committed. After a DatabaseOutage during the commit, the outcome is unknown. */
  transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
}

export interface Database extends Work {
  /**
   * For background jobs and exports. Its connections are sessions of the database, also if requests use a pooler:
   * locks of a session, LISTEN and settings need them.
   */
  readonly background: Work;
  /**
   * The database's clock, correct since the first connection. Compare stored times with it, or in SQL, and not with the
   * machine's clock.
   */
  readonly clock: Clock;
  /** Seals and opens values that are encrypted in the database. */
  readonly secrets: Secrets;
  /** For the health check: a separate connection that returns or throws within `PROBE_MS`. */
  readonly probe: Query;
  onOutboxCommit(listener: () => void): void;
  /** Closes all connections. Running work has `CLOSE_GRACE_MS` to end. */
  close(): Promise<void>;
}

const SLOW_MS = 1000;
const MAX_LOGGED_STATEMENT = 1000;
const CLOSE_GRACE_MS = 1000;
const PROBE_MS = 700;
/** Share of connections reserved for logins, reads and the event tail. */
const RESERVED_POOL_SHARE = 0.25;

/**
 * `connection` leads to the database itself. Requests use the pooler, if there is one. In tests and for generated
 * histories, `clock` replaces the database's time of transactions.
 */
export function openDatabase(
  connection: pg.PoolConfig,
  {
    limits = DEFAULT_LIMITS,
    log = createLogger('silent'),
    clock,
    secrets = createSecrets([]),
    pooler,
  }: {
    pooler?: Pooler | undefined;
    limits?: DatabaseLimits;
    log?: Logger;
    clock?: Clock | undefined;
    secrets?: Secrets;
  } = {},
): Database {
  const watch = watchStatements(log);
  const databaseClock = new DatabaseClock(systemClock);
  const ofRequests = { watch, clock: databaseClock, isPooled: pooler !== undefined };
  const address = pooler?.connection ?? connection;
  const people = openConnections(address, limits, ofRequests);
  const ofJobs = { watch, clock: databaseClock };
  const background = openConnections(connection, backgroundLimits(limits), ofJobs);
  const probe = openConnections(address, probeLimits(limits, PROBE_MS), ofRequests);
  const size = people.pool.options.max;
  const semaphore = new FairSemaphore({
    total: Math.max(1, Math.floor(size * (1 - RESERVED_POOL_SHARE))),
    perPerson: limits.commandsPerPerson,
    waitMs: limits.waitTimeoutMs,
  });
  const listeners: Hook[] = [];
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  const parts = { log, semaphore, clock, databaseClock, secrets, notifyListeners };
  return {
    ...workOn(people, { ...parts, name: pooler ? asItIs : named }),
    background: workOn(background, { ...parts, name: named }),
    clock: clock ?? databaseClock,
    secrets,
    probe: rowsOf(probe.send),
    onOutboxCommit: (listener) => void listeners.push(listener),
    close: async () => {
      await Promise.all([people, background, probe].map((one) => one.close(CLOSE_GRACE_MS)));
    },
  };
}

/** Logs slow statements. Their texts hold no values, because values are sent separately. */
function watchStatements(log: Logger): Watch {
  return (statement, ms) => {
    if (ms < SLOW_MS) return;
    const text = statement.replace(/\s+/g, ' ').trim().slice(0, MAX_LOGGED_STATEMENT);
    log.warn({ statement: text, ms: Math.round(ms) }, 'slow statement');
  };
}

export function withBackgroundPool<Parts extends { db: Database }>(parts: Parts): Parts {
  const { db } = parts;
  return { ...parts, db: { ...db, ...db.background } };
}

interface Parts {
  /** Names a statement, so that the connection prepares it once. */
  name: (statement: string | pg.QueryConfig) => string | pg.QueryConfig;
  log: Logger;
  semaphore: FairSemaphore;
  clock: Clock | undefined;
  databaseClock: DatabaseClock;
  secrets: Secrets;
  notifyListeners: Hook;
}

function workOn(connections: Connections, { log, semaphore, ...parts }: Parts): Work {
  const { send } = connections;
  const alone = withQuery(connections.pool, send);
  return {
    pool: connections.pool,
    orm: drizzle(alone),
    query: rowsOf(send),
    prepared: rowsOf((statement, values) => send(parts.name(statement), values)),
    async transaction(work, { by, lockTimeoutMs } = {}) {
      const run = () => runTransaction(connections, { ...parts, lockTimeoutMs }, work);
      const { result, hooks } = await (by === undefined ? run() : semaphore.run(by, run));
      for (const hook of hooks) void runHook(hook, log);
      return result;
    },
  };
}

type Send = Connection['send'];

type Hook = () => void;
type Last = () => Promise<unknown>;

async function runTransaction<Result>(
  connections: Connections,
  {
    clock,
    databaseClock,
    secrets,
    notifyListeners,
    name,
    lockTimeoutMs,
  }: Pick<Parts, 'clock' | 'databaseClock' | 'secrets' | 'notifyListeners' | 'name'> &
    TransactionOptions,
  work: (tx: Tx) => Promise<Result>,
): Promise<{ result: Result; hooks: Set<Hook> }> {
  const connection = await connections.borrow();
  const hooks = new Set<Hook>();
  const last: Last[] = [];
  const writes: Promise<unknown>[] = [];
  const moment = new Moment(clock);
  const { tx, end } = openTx(connection, {
    moment,
    secrets,
    notifyListeners,
    name,
    hooks,
    last,
    writes,
  });
  try {
    const start = () => begin(connection, connections.begin, lockTimeoutMs);
    moment.begin(await databaseClock.correctBy(start));
    const result = await work(tx);
    for (const work of last) await work();
    end();
    // Await pipelined writes before COMMIT: a statement that the driver could not send would not abort the transaction.
    await Promise.all(writes);
    await commit(connection);
    connection.release();
    return { result, hooks };
  } catch (error) {
    end();
    connection.release(await rollBack(connection, error));
    // A failed write also fails the statements after it, so its error is thrown first.
    await Promise.all(writes);
    throw error;
  }
}

function begin(
  connection: Connection,
  statement: string,
  lockTimeoutMs: number | undefined,
): Promise<Date> {
  const limit = lockTimeoutMs === undefined ? '' : `; SET LOCAL lock_timeout = ${lockTimeoutMs}`;
  return readTimeAfter(connection.send, `${statement}${limit}`);
}

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
 * The database reports two cases without an error: a rollback because a statement had failed, and a commit whose wait
 * for a synchronous standby timed out.
 */
async function commit(connection: Connection): Promise<void> {
  let standbyTimedOut = false;
  const onNotice = ({ routine }: { routine?: string | undefined }) => {
    standbyTimedOut ||= routine === 'SyncRepWaitForLSN';
  };
  connection.client.on('notice', onNotice);
  const { command } = await connection
    .send('COMMIT')
    .finally(() => connection.client.off('notice', onNotice));
  if (command !== 'COMMIT') throw new Error('A transaction was committed after a failed statement');
  if (standbyTimedOut) throw new DatabaseOutage('No standby has confirmed what was committed');
}

/** Returns why the connection can't be reused, if so. */
async function rollBack(connection: Connection, error: unknown): Promise<unknown> {
  if (error instanceof DatabaseOutage) return error;
  return connection.send('ROLLBACK').then(
    () => undefined,
    (failure: unknown) => failure,
  );
}

/** The transaction is already committed, so the error is only logged. */
async function runHook(hook: Hook, log: Logger): Promise<void> {
  try {
    await hook();
  } catch (error) {
    logError(log, { error, message: 'work after a commit failed', level: 'error' });
  }
}

/**
 * Transactions use a small set of constant statements, so each connection prepares them once. Other reads are not prepared:
 * their texts vary with the search terms, and PostgreSQL plans them better with the actual values.
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

function named(statement: string | pg.QueryConfig): pg.QueryConfig {
  const config = typeof statement === 'string' ? { text: statement } : statement;
  return { ...config, name: prepared(config.text) };
}

function asItIs<Statement>(statement: Statement): Statement {
  return statement;
}

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
    secrets: Secrets;
    notifyListeners: Hook;
    name: Parts['name'];
    hooks: Set<Hook>;
    last: Last[];
    writes: Promise<unknown>[];
  },
): { tx: Tx; end: () => void } {
  const { moment, secrets, notifyListeners, name, hooks, last, writes } = parts;
  let ended = false;
  const send: Send = async (statement, values) => {
    if (ended) throw new Error('A transaction was used after its end');
    return connection.send(name(statement), values);
  };
  const query = rowsOf(send);
  const lock: Query = async <Row extends object>(text: string, values?: unknown[]) => {
    // In the inner SELECT, the time could be from before the wait for a lock.
    const timed = `SELECT locked.*, clock_timestamp() AS "lockedUntil" FROM (${text}) AS locked`;
    const rows = await query<Row & { lockedUntil: Date }>(timed, values);
    const newest = rows.at(-1);
    if (newest) moment.moveOn(newest.lockedUntil);
    return rows.map(({ lockedUntil: _, ...row }) => row as unknown as Row); // Removing the added column restores the type Row.
  };
  // The brand exists only in types. This is the only place that creates a Tx.
  const tx = {
    get at() {
      return moment.at;
    },
    get beganAt() {
      return moment.beganAt;
    },
    orm: drizzle(withQuery(connection.client, send)),
    query,
    secrets,
    lock,
    write: (text: string, values?: unknown[]) => {
      const written = send(text, values);
      written.catch(() => undefined); // The error is thrown when the writes are awaited before COMMIT.
      writes.push(written);
    },
    beforeCommit: (work: Last) => void last.push(work),
    afterCommit: (hook: Hook) => void hooks.add(hook),
    notifyOutboxReaders: () => void hooks.add(notifyListeners),
  } as unknown as Tx;
  const end = () => {
    ended = true;
  };
  return { tx, end };
}
