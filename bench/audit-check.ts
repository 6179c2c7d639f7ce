import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../server/db/database.ts';
import { checkAuditChains } from '../server/features/audit/verification/service.ts';
import { openBenchWorld } from './world.ts';

const ROWS = Number(process.env.ROWS ?? 60_000);
const ROWS_A_TURN = 12_000;
/** A row of an ordinary decision, and a large one. */
const SIZES = [300, 8000];

/**
 * Measures the background check of the audit log: rows a second, and how long it delays the event loop. As a control
 * the same delay is measured for as long without the check, because other programs delay it too.
 */
export async function benchAuditCheck(): Promise<void> {
  const world = await openBenchWorld();
  try {
    for (const bytes of SIZES) {
      const name = `audit_${bytes}`;
      await world.createDatabase(name);
      const { db, deps } = await world.open(name);
      await addRecords(db, { rows: Math.ceil((ROWS * 300) / bytes), bytes });
      await checkAuditChains(deps, 1000); // Starts the thread.
      let checked = 0;
      const busy = await watchDelays(async () => {
        for (let turn = 0; turn < 4; turn += 1) {
          await checkAuditChains(deps, ROWS_A_TURN);
          checked += ROWS_A_TURN;
        }
      });
      const rows = Math.min(checked, Math.ceil((ROWS * 300) / bytes));
      const alone = await watchDelays(() => setTimeout(busy.ms));
      console.log(
        `rows of ${bytes} bytes: ${Math.round(rows / (busy.ms / 1000))} rows/s; event loop delayed by ` +
          `p99 ${busy.p99} ms, at most ${busy.max} ms (without the check: ${alone.p99} ms, ${alone.max} ms)`,
      );
      await db.close();
    }
  } finally {
    await world.close();
  }
}

async function addRecords(db: Database, { rows, bytes }: { rows: number; bytes: number }) {
  await db.background.query(
    `INSERT INTO audit_log (chain_id, seq, id, action, entity, entity_id, after, created_at, previous_hash, hash)
     SELECT 'bench' || n / 50, 1 + n % 50, gen_random_uuid(), 'transaction.approve', 'transaction', gen_random_uuid(),
       jsonb_build_object('status', 'approved', 'text', substr(repeat(md5(n::text), 1 + $2::int / 32), 1, $2::int)), now(), '', ''
     FROM generate_series(0, $1::int - 1) AS n`,
    [rows, bytes],
  );
}

/** Returns the delays of the event loop in milliseconds while `work` runs. */
async function watchDelays(work: () => Promise<unknown>) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const startedAt = performance.now();
  delays.enable();
  await work();
  delays.disable();
  const toMs = (ns: number) => Math.round(ns / 1e5) / 10;
  const ms = performance.now() - startedAt;
  return { ms, p99: toMs(delays.percentile(99)), max: toMs(delays.max) };
}
