import { openDatabase } from '../server/db/database.ts';
import { matchNewLines } from '../server/features/reconciliation/matching/service.ts';

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

const isLeft = async () =>
  (await db.query('SELECT FROM statement_imports WHERE NOT is_matched')).length > 0;
const startedAt = performance.now();
while (await isLeft()) await matchNewLines({ db: timed }, signal);
const seconds = (performance.now() - startedAt) / 1000;
await db.close();
console.log(
  JSON.stringify({
    'in the database, seconds': seconds,
    batches: batches.length,
    'longest batch, seconds': Math.max(...batches),
    'most memory of the process, MB': process.resourceUsage().maxRSS / 1000,
  }),
);
