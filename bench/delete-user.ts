import { availableParallelism, loadavg } from 'node:os';
import { eraseDeletedAccounts } from '../server/features/users/erasure/service.ts';
import { call } from './calls.ts';
import { report } from './report.ts';
import { quantile, time } from './statistics.ts';
import { type BenchDatabase, cookieOf, openBenchWorld, startServer } from './world.ts';

const TRANSACTIONS = Number(process.env.HISTORY ?? 1_000_000);
/** As many as one person can have. */
const PENDING = 50;
const ADMIN = 2;

/**
 * Measures the deletion of a user with a million transactions over HTTP, and the steps of the background job that erases
 * them once the retention time has passed.
 */
export async function benchDeleteUser(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const content = { users: 1, admins: 1, pending: PENDING, decided: TRANSACTIONS };
    const opened = await world.createFilled('deletion', content);
    const server = await startServer(world.urlOf('deletion'));
    const answerMs = await time(() => removeFirst(server.baseUrl, opened));
    await server.stop();
    const steps = await erase(opened);
    await opened.db.close();
    const load = loadavg()[0]?.toFixed(1);
    await report(
      'delete-user',
      `${TRANSACTIONS} transactions; ${availableParallelism()} cores, load ${load}`,
      {
        'answer to the deletion, ms': answerMs,
        'background steps': steps.length,
        'all steps, s': steps.reduce((sum, ms) => sum + ms, 0) / 1000,
        'p50 of a step, ms': quantile(steps, 0.5),
        'p99 of a step, ms': quantile(steps, 0.99),
        'longest step, ms': steps.at(-1) ?? Number.NaN,
      },
    );
  } finally {
    await world.close();
  }
}

async function removeFirst(baseUrl: string, { db }: BenchDatabase): Promise<void> {
  const [user] = await db.query<{ id: string }>(`SELECT id FROM users WHERE username = 'person1'`);
  const { status } = await call({
    url: `${baseUrl}/rpc/users/remove`,
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookieOf(ADMIN) },
    body: JSON.stringify({ json: { userId: user?.id } }),
  });
  if (status !== 200) throw new Error(`The deletion got ${status}`);
}

/** Runs the job as if the retention time had passed. Returns the time of each transaction in milliseconds, sorted. */
async function erase({ db, deps }: BenchDatabase): Promise<number[]> {
  await db.query(
    `UPDATE users SET deleted_at = deleted_at - interval '9 years' WHERE deleted_at IS NOT NULL`,
  );
  const steps: number[] = [];
  const transaction: typeof db.transaction = async (work) => {
    const startedAt = performance.now();
    const result = await db.transaction(work);
    steps.push(performance.now() - startedAt);
    return result;
  };
  await eraseDeletedAccounts({ ...deps, db: { ...db, transaction } });
  const left = await db.query(
    `SELECT 1 FROM transactions t JOIN users u ON u.id = t.user_id WHERE u.username = 'person1'
     UNION ALL SELECT 1 FROM users WHERE deleted_at IS NOT NULL`,
  );
  if (left.length > 0) throw new Error('Rows of the deleted account are left');
  return steps.sort((a, b) => a - b);
}
