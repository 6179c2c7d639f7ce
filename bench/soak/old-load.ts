import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { findDatabaseError } from '#server/base/errors.ts';
import type { Database } from '#server/db/database.ts';

const PAUSE_MS = 5;
const DEADLOCK = '40P01';

/** The longest that statements of the old version waited. */
interface Waits {
  writeMs: number;
  readMs: number;
}

/** Statements of the first version, one after the other: a reader and a writer. */
export class OldLoad {
  acknowledged = 0;
  readonly #client: pg.Client;
  readonly #reader: pg.Client;
  readonly #ids: string[] = [];
  #userId = '';
  #isOver = false;
  #work: Promise<number[]> = Promise.resolve([]);

  private constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url });
    this.#reader = new pg.Client({ connectionString: url });
  }

  static async start(url: string): Promise<OldLoad> {
    const load = new OldLoad(url);
    // A lost connection also fails its statement, which reports it.
    for (const client of [load.#client, load.#reader]) client.on('error', () => undefined);
    await Promise.all([load.#client.connect(), load.#reader.connect()]);
    const { rows } = await load.#client.query<{ id: string }>('SELECT id FROM users LIMIT 1');
    load.#userId = rows[0]?.id ?? '';
    load.#work = Promise.all([load.#repeat(() => load.#write()), load.#repeat(() => load.#read())]);
    return load;
  }

  /** Returns how long a statement waited at most. */
  async stop(): Promise<Waits> {
    this.#isOver = true;
    const [writeMs = 0, readMs = 0] = await this.#work;
    await Promise.all([this.#reader.end(), this.#client.end()]);
    if (this.acknowledged === 0) throw new Error('Nothing was written');
    return { writeMs: Math.round(writeMs), readMs: Math.round(readMs) };
  }

  /** Returns how many of the acknowledged rows are not there, or not in the queue once. */
  async countWrong({ query }: Pick<Database, 'query'>): Promise<number> {
    const [found] = await query<{ stored: number; queued: number }>(
      `SELECT (SELECT count(*)::int FROM transactions WHERE id = ANY ($1)) AS stored,
         (SELECT count(*)::int FROM pending_requests WHERE id = ANY ($1)) AS queued`,
      [this.#ids],
    );
    const { stored = 0, queued = 0 } = found ?? {};
    return Math.abs(this.#ids.length - stored) + Math.abs(this.#ids.length - queued);
  }

  async #repeat(work: () => Promise<unknown>): Promise<number> {
    let most = 0;
    while (!this.#isOver) {
      const startedAt = performance.now();
      await untilNoDeadlock(work);
      most = Math.max(most, performance.now() - startedAt);
      await setTimeout(PAUSE_MS);
    }
    return most;
  }

  async #write(): Promise<void> {
    const id = randomUUID();
    const insert = `INSERT INTO transactions (user_id, id, type, amount_paise, reference_id, permanent_receipt_url, request_key,
        created_at, updated_at)
      VALUES ($1, $2::uuid, 'deposit', 1000, ($2::uuid)::text, '/files/receipts/none', $2::uuid, now(), now())`;
    await this.#client.query(insert, [this.#userId, id]);
    this.#ids.push(id);
    this.acknowledged += 1;
  }

  #read(): Promise<unknown> {
    return this.#reader.query(
      `SELECT t.id, t.status, w.balance_paise FROM transactions t JOIN wallet_balances w ON w.user_id = t.user_id
       WHERE t.user_id = $1 ORDER BY t.created_at DESC, t.id DESC LIMIT 20`,
      [this.#userId],
    );
  }
}

/**
 * The database ends one of two transactions that wait for each other. A client of a server repeats its command then, and the server
 * its migration.
 */
async function untilNoDeadlock(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      return void (await work());
    } catch (error) {
      // The transaction was rolled back.
      if (findDatabaseError(error)?.code !== DEADLOCK) throw error;
    }
  }
}
