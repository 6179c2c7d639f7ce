import { transactionFilters } from '#contract/transactions/schema.ts';
import type { Database } from '../server/db/database.ts';
import type { Deps } from '../server/deps.ts';
import { findPassbookRows } from '../server/features/transactions/passbook/queries.ts';
import { listPassbook } from '../server/features/transactions/passbook/service.ts';
import type { Actor } from '../server/platform/auth/gate.ts';
import { fromNumberedCursor, toCursor } from '../server/platform/lists/cursor.ts';
import { reportBySize } from './size-sweep.ts';
import { median, time } from './statistics.ts';
import { openBenchWorld } from './world.ts';

const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = 40;
const TARGET_MS = 100;
/** The interval between one person's requests: 100,000 of them are two years of a busy shop. */
const SECONDS_APART = 630;
const PAGE = 50;

type Asks = Record<string, () => Promise<unknown>>;

/** Measures the database queries of one person's passbook at three lengths of history. Fails above 100 ms. */
export async function benchPassbook(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const results = new Map<string, number[]>();
    for (const size of SIZES) {
      const name = `passbook_${size}`;
      await world.createDatabase(name);
      const { db, deps } = await world.open(name);
      const actor = await addHistory(db, size);
      for (const [ask, run] of Object.entries(await asksOf(deps, actor))) {
        results.set(ask, [...(results.get(ask) ?? []), await measure(run)]);
      }
      await db.close();
    }
    const keepsLimits = await reportBySize('passbook', {
      title: `one person's passbook, median of ${ROUNDS}, by the length of their history`,
      sizes: SIZES,
      medians: results,
      limits: { ms: TARGET_MS },
    });
    if (!keepsLimits) process.exitCode = 1;
  } finally {
    await world.close();
  }
}

/** A history of the demo user without ledger entries, which the passbook does not read. */
async function addHistory(db: Database, size: number): Promise<Actor> {
  await db.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, status, payment_method, reference_id, beneficiary,
       permanent_receipt_url, decided_at, approved_at, decided_by, approved_by, created_at, updated_at)
     SELECT demo.id, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, type, 1000 + n % 90000, status, 'UPI',
       CASE type WHEN 'deposit' THEN 'DEP-' || ms ELSE 'WDL' || ms || n % 1000 END,
       CASE type WHEN 'withdrawal' THEN '{"accountHolderName":"A","accountNumber":"123456789012","bankName":"State Bank of India","ifscCode":null}'::jsonb END, '/files/receipts/none',
       CASE WHEN status <> 'pending' THEN moment END, CASE WHEN status = 'approved' THEN moment END,
       CASE WHEN status <> 'pending' THEN demo.id END, CASE WHEN status = 'approved' THEN demo.id END, moment, moment
     FROM generate_series(1, $1::int) n
     CROSS JOIN (SELECT id FROM users WHERE username = 'demo') AS demo
     CROSS JOIN LATERAL (SELECT CASE WHEN n % 3 < 2 THEN 'deposit' ELSE 'withdrawal' END AS type,
       CASE WHEN n = 5 THEN 'pending' WHEN n % 100 = 7 THEN 'rejected' ELSE 'approved' END AS status,
       timestamptz '2024-11-01' + n * interval '${SECONDS_APART} seconds' AS moment) AS kind
     CROSS JOIN LATERAL (SELECT (extract(epoch FROM moment) * 1000)::bigint AS ms) AS m`,
    [size],
  );
  await db.query('VACUUM ANALYZE');
  const [row] = await db.query<{ id: string }>("SELECT id FROM users WHERE username = 'demo'");
  return { userId: row?.id, username: 'demo', role: 'user' } as unknown as Actor;
}

async function asksOf(deps: Deps, actor: Actor): Promise<Asks> {
  const list = (filters: object, cursor?: string) =>
    listPassbook(deps, actor, { ...transactionFilters.parse(filters), cursor, limit: PAGE });
  const middle = await findMiddle(deps, actor);
  const { at, reference } = middle;
  const day = at.toISOString().slice(0, 10);
  const filters = transactionFilters.parse({});
  return {
    'first page': () => list({}),
    'in the middle': () => list({}, middle.cursor),
    'approved deposits': () => list({ status: 'approved', type: 'deposit' }),
    'rejected, in the middle': () => list({ status: 'rejected' }, middle.cursor),
    'pending: one, the oldest': () => list({ status: 'pending' }),
    'one day': () => list({ from: day, to: day }),
    'from a day on': () => list({ from: day }),
    'search: every deposit': () => list({ search: 'dep-' }),
    'search: one reference': () => list({ search: reference }),
    'search: nothing': () => list({ search: 'no such thing' }),
    'export, a batch': () =>
      findPassbookRows(deps.db, actor, {
        filters,
        after: fromNumberedCursor(middle.cursor),
        limit: 1000,
      }),
  };
}

async function findMiddle(deps: Deps, actor: Actor) {
  const [row] = await deps.db.query<{ at: Date; id: string; seq: number; reference: string }>(
    `SELECT created_at AS at, id, seq, reference_id AS reference FROM transactions WHERE user_id = $1
     ORDER BY created_at OFFSET (SELECT count(*) / 2 FROM transactions WHERE user_id = $1) LIMIT 1`,
    [actor.userId],
  );
  if (!row) throw new Error('The passbook is empty');
  return { ...row, cursor: toCursor(row) };
}

async function measure(ask: () => Promise<unknown>): Promise<number> {
  await ask();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await time(ask));
  return median(times);
}
