import type pg from 'pg';
import { Counter } from 'prom-client';
import type { Logger } from '../platform/runtime/log.ts';
import { DatabaseOutage, isLockTimeout } from '../platform/runtime/outages.ts';
import { logError } from '../platform/runtime/repeated-errors.ts';
import {
  type Connection,
  type Connections,
  openConnections,
  type Query,
  rowsOf,
  type Watch,
} from './connections.ts';
import { type DatabaseLimits, REPLICA_WAIT_MS, replicaLimits } from './limits.ts';
import { AWAY, PrimaryWatch, type RequiredPositions } from './primary-watch.ts';

export interface ReplicaSettings {
  connection: pg.PoolConfig;
  /** How long a read waits for the replica to have all that was committed before it. */
  maxLagMs: number;
}

/** Where reads that may use the replica ran. */
export const replicaReads = new Counter({
  name: 'wallet_replica_reads_total',
  help: 'Statements that a replica could run, by where they ran: on the replica, or on the primary because the replica lags or is down',
  labelNames: ['outcome'],
  registers: [], // Registered with the metrics of the server.
});

type Send = Connection['send'];
/** Why a statement ran on the primary. */
type Refusal = 'behind' | 'down' | 'conflict' | 'writes';
type Statement = Parameters<Send>;

const RETRY_MS = 2;
const REVIVAL_MS = 1000;

/**
 * A streaming replica for reads. A read runs there only if the replica has everything that was committed on the primary
 * before the read was requested, so that people see their own changes and those that an event announced, whichever server
 * made them. Otherwise, and whenever the replica fails, the read runs on the primary. While the primary is away, the replica
 * serves what `PrimaryWatch` allows.
 */
export class Replica {
  readonly #settings: ReplicaSettings;
  readonly #primary: Send;
  readonly #log: Logger;
  readonly #pools: Record<'requests' | 'background', Connections>;
  readonly #watch: PrimaryWatch;
  /** Whether the replica served reads since the primary was lost. */
  #hasReplaced = false;
  #position: Promise<string | undefined> | undefined;
  #revival: NodeJS.Timeout | undefined;
  /** The position that the replica did not reach in time. Until it has, reads do not wait for it. */
  #missed: string | undefined;

  constructor(
    settings: ReplicaSettings,
    {
      limits,
      watch,
      primary,
      probe,
      log,
    }: { limits: DatabaseLimits; watch: Watch; primary: Send; probe: Query; log: Logger },
  ) {
    this.#settings = settings;
    this.#primary = primary;
    this.#log = log;
    const { requests, background } = replicaLimits(limits);
    const open = (one: DatabaseLimits) =>
      openConnections(settings.connection, one, { watch, isPooled: true });
    this.#pools = { requests: open(requests), background: open(background) };
    this.#watch = new PrimaryWatch(probe, log);
  }

  /** The positions in the primary's log that a read has to see; undefined if reads use the primary. */
  async required(): Promise<RequiredPositions | undefined> {
    if (this.#revival) {
      replicaReads.inc({ outcome: 'down' });
      return undefined;
    }
    const wanted = await this.#watch.unlessAway(() => this.#sharePosition()).catch(() => undefined);
    if (wanted === AWAY) return this.#watch.required;
    return wanted === undefined ? undefined : { wanted };
  }

  /**
   * Reads on the primary. As soon as it is known to be away, reads on the replica instead, which may be behind by a few seconds;
   * if it is too far behind or down, on the primary after all.
   */
  async readOrReplace<Result>(
    onPrimary: () => Promise<Result>,
    onReplica: (query: Query) => Promise<Result>,
  ): Promise<Result> {
    const result = await this.#watch.unlessAway(onPrimary);
    if (result !== AWAY) return result;
    const required = this.#revival ? undefined : this.#watch.required;
    if (!required) return onPrimary();
    const send = this.reader(required)('requests', this.#primary);
    return onReplica(rowsOf(send));
  }

  /** Calls `listener` when the primary responds again after the replica served reads in its place. */
  onReturn(listener: () => void): void {
    this.#watch.onReturn(() => {
      if (this.#hasReplaced) listener();
      this.#hasReplaced = false;
    });
  }

  /** Reads requested in one turn of the event loop share the query, which is sent after all of them. */
  #sharePosition(): Promise<string | undefined> {
    this.#position ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      this.#position = undefined;
      return this.#readPosition();
    });
    return this.#position;
  }

  /**
   * Returns what sends the single statements of one reading. After the first that the replica can't run, all run on the
   * primary: a statement that writes, such as one that notes what it found, is followed by reads that have to see it.
   */
  reader(required: RequiredPositions): (pool: 'requests' | 'background', primary: Send) => Send {
    let refusal: Refusal | undefined;
    return (pool, primary) =>
      async (...statement) => {
        const result = refusal ?? (await this.#try(this.#pools[pool], required, statement));
        if (typeof result !== 'string') return result;
        refusal = result;
        replicaReads.inc({ outcome: refusal });
        return primary(...statement);
      };
  }

  /** Returns by how many bytes of the log the replica is behind; undefined if it is down. */
  async lagBytes(): Promise<number | undefined> {
    const required = await this.required();
    if (required === undefined) return undefined;
    const rows = await this.query(
      'SELECT pg_wal_lsn_diff($1, pg_last_wal_replay_lsn()) AS bytes WHERE pg_is_in_recovery()',
      [required.wanted],
    );
    const { bytes } = (rows?.[0] ?? {}) as { bytes?: number | null };
    return typeof bytes === 'number' ? Math.max(0, bytes) : undefined;
  }

  /** Queries the replica itself. Returns undefined if it does not respond. */
  async query(text: string, values?: unknown[]): Promise<object[] | undefined> {
    const sent = await inTime(this.#pools.background.send(text, values)).catch(() => undefined);
    return sent?.rows;
  }

  async close(graceMs: number): Promise<void> {
    clearTimeout(this.#revival);
    this.#watch.close();
    await Promise.all(Object.values(this.#pools).map((pool) => pool.close(graceMs)));
  }

  /** Acknowledged commits are in the flushed log. Fails on a server that is no primary. */
  async #readPosition(): Promise<string | undefined> {
    const sent = await this.#primary('SELECT pg_current_wal_flush_lsn()::text AS position');
    return (sent.rows[0] as { position: string } | undefined)?.position;
  }

  /** Returns why the statement has to run on the primary, if so. */
  async #try(
    pool: Connections,
    required: RequiredPositions,
    statement: Statement,
  ): Promise<pg.QueryResult | Refusal> {
    if (this.#revival) return 'down';
    let connection: Connection | undefined;
    try {
      connection = await pool.borrow();
      if (!(await this.#begin(connection, pool.begin, required))) {
        await connection.send('ROLLBACK');
        connection.release();
        return 'behind';
      }
      const sent = [connection.send(...statement), connection.send('COMMIT')] as const;
      await Promise.allSettled(sent);
      const [result] = await Promise.all(sent);
      connection.release();
      replicaReads.inc({ outcome: 'replica' });
      if (required.needed) this.#hasReplaced = true;
      return result;
    } catch (error) {
      connection?.release(error);
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      if (refusal === 'down') this.#suspend(error);
      return refusal;
    }
  }

  /** Begins a transaction and returns whether the replica has the needed position, after a short wait for the wanted one. */
  async #begin(
    { send }: Connection,
    begin: string,
    { wanted, needed = wanted }: RequiredPositions,
  ): Promise<boolean> {
    const check = `SELECT pg_is_in_recovery() AS "isReplica", pg_last_wal_replay_lsn() >= '${wanted}' AS "isReached",
      pg_last_wal_replay_lsn() >= '${needed}' AS "isNear"`;
    const deadline = performance.now() + (this.#missed ? 0 : this.#settings.maxLagMs);
    for (let text = `${begin}; ${check}`; ; text = check) {
      const last = [await inTime(send(text))].flat().at(-1);
      const state = last?.rows[0] as Record<'isReplica' | 'isReached' | 'isNear', boolean>;
      if (!state?.isReplica) throw new DatabaseOutage('DATABASE_READ_URL leads to no replica');
      if (state.isReached) {
        this.#missed = undefined;
        return true;
      }
      if (performance.now() >= deadline) {
        this.#missed = wanted;
        return state.isNear;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  /** Reads use the primary until the replica responds again. */
  #suspend(error: unknown): void {
    if (this.#revival) return;
    logError(this.#log, {
      error,
      message: 'the replica is down: reads use the primary',
      level: 'warn',
    });
    const revive = () => {
      this.#revival = setTimeout(async () => {
        const isBack = await this.#isBack();
        if (isBack) this.#log.info('the replica is back');
        if (isBack) this.#revival = undefined;
        else revive();
      }, REVIVAL_MS).unref();
    };
    revive();
  }

  async #isBack(): Promise<boolean> {
    const rows = await this.query('SELECT WHERE pg_is_in_recovery()');
    return rows?.length === 1;
  }
}

/** A frozen replica is given up long before the limit of statements. */
async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new DatabaseOutage('The replica does not respond'));
    timer = setTimeout(fail, REPLICA_WAIT_MS);
  });
  answer.catch(() => undefined); // Its connection is closed after `late`.
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The database ends its connections, does not accept any yet, or has too many. */
const SHUT_DOWN = new Set(['57P01', '57P02', '57P03', '53300']);
const READ_ONLY = '25006';

/** Returns undefined if the statement fails on the primary too. */
function refusalOf(error: unknown): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isDown = error instanceof DatabaseOutage || SHUT_DOWN.has(code) || code.startsWith('08');
  if (isDown) return 'down';
  if (code === READ_ONLY) return 'writes';
  // The replay of the log removed rows that the statement reads, or waits for its locks.
  return isLockTimeout(error) ? 'conflict' : undefined;
}
