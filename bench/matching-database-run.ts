import { createLogger } from '../server/base/log.ts';
import { openDatabase } from '../server/db/database.ts';
import { matchNewLines } from '../server/features/reconciliation/match-new-lines.ts';

const [connectionString = ''] = process.argv.slice(2);
const db = openDatabase({ connectionString });
const { signal } = new AbortController();
const batches: number[] = [];
const timed: typeof db = {
  ...db,
  async transaction(work, options) {
    const startedAt = performance.now();
    try {
      return await db.transaction(work, options);
    } finally {
      batches.push((performance.now() - startedAt) / 1000);
    }
  },
};

/** The longest time in which the process did nothing else. */
let pauseMs = 0;
let lastMs = performance.now();
const pulse = setInterval(() => {
  pauseMs = Math.max(pauseMs, performance.now() - lastMs);
  lastMs = performance.now();
}, 1);

const isLeft = async () => {
  const [row] = await db.query<{ isLeft: boolean }>(
    `SELECT EXISTS (SELECT FROM statement_imports WHERE NOT is_matched)
       OR EXISTS (SELECT FROM pending_requests WHERE NOT id IN (SELECT request_id FROM matched_requests)) AS "isLeft"`,
  );
  return row?.isLeft ?? false;
};
const startedAt = performance.now();
while (await isLeft()) await matchNewLines({ db: timed, log: createLogger('warn') }, signal);
const seconds = (performance.now() - startedAt) / 1000;
clearInterval(pulse);
await db.close();
console.log(
  JSON.stringify({
    'in the database, seconds': seconds,
    batches: batches.length,
    'longest batch, seconds': Math.max(...batches),
    'longest pause of the process, ms': pauseMs,
    'most memory of the process, MB': process.resourceUsage().maxRSS / 1000,
  }),
);
