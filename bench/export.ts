import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findSystemPostgres } from '../server/testing/postgres.ts';
import { callOthers } from './calls.ts';
import { report } from './report.ts';
import { quantile } from './statistics.ts';
import { readServerUsage } from './usage.ts';
import {
  type BenchServer,
  type BenchWorld,
  cookieOf,
  openBenchWorld,
  startServer,
} from './world.ts';

const ROWS = Number(process.env.HISTORY ?? 1_000_000);
const PEOPLE = 10_000;
const QUIET_MS = 5000;
const MEMORY_EVERY_MS = 250;

const run = promisify(execFile);

/** Measures the CSV export of all transactions, against the database's own COPY of the same rows. */
export async function benchExport(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const { db } = await world.createFilled('exported', {
      users: PEOPLE,
      admins: 1,
      pending: 0,
      decided: ROWS,
    });
    await db.close();
    const copied = await copyRows(world);
    const server = await startServer(world.urlOf('exported'));
    const cookies = cookieOf(PEOPLE + 1);
    await callOthers(server.baseUrl, { cookies, forMs: QUIET_MS });
    const quiet = await callOthers(server.baseUrl, { cookies, forMs: QUIET_MS });
    const stop = new AbortController();
    const others = callOthers(server.baseUrl, { cookies, signal: stop.signal });
    const exported = await exportRows(server, cookies);
    stop.abort();
    const loud = await others;
    await server.stop();
    await report('export', `${ROWS} transactions`, {
      'exported, rows a second': exported.rate,
      'limit: COPY of the same rows, a second': copied,
      'ratio: export / COPY': exported.rate / copied,
      'memory at the first part, MB': exported.firstMb,
      'memory at the most, MB': exported.mostMb,
      "others' p99 without, ms": quantile(quiet, 0.99),
      "others' p99 meanwhile, ms": quantile(loud, 0.99),
      "ratio: others' p99 meanwhile / without": quantile(loud, 0.99) / quantile(quiet, 0.99),
    });
  } finally {
    await world.close();
  }
}

/** Uncompressed, into a separate process that only counts. */
async function exportRows({ baseUrl }: Pick<BenchServer, 'baseUrl'>, cookie: string) {
  const memory: number[] = [];
  const watch = setInterval(async () => {
    memory.push((await readServerUsage({ baseUrl })).memoryBytes / 1e6);
  }, MEMORY_EVERY_MS);
  const startedAt = performance.now();
  const { stdout } = await run('sh', ['-c', 'curl -sSf -H "cookie: $COOKIE" "$URL" | wc -l'], {
    env: { ...process.env, COOKIE: cookie, URL: `${baseUrl}/files/transactions.csv` },
  }).finally(() => clearInterval(watch));
  const seconds = (performance.now() - startedAt) / 1000;
  const rows = Number(stdout) - 1;
  if (rows !== ROWS) throw new Error(`${rows} of ${ROWS} rows were exported`);
  return { rate: rows / seconds, firstMb: memory[0] ?? 0, mostMb: Math.max(...memory) };
}

/** Rows per second through psql, discarded. */
async function copyRows({ socket }: BenchWorld): Promise<number> {
  const system = await findSystemPostgres();
  if (!system) throw new Error('psql is needed, as from apt-get install postgresql');
  const copy = `COPY (
    SELECT t.created_at, t.reference_id, u.username, t.user_id, t.type, t.amount_paise, t.status,
      t.payment_method, s.name, t.user_notes, t.admin_notes
    FROM transactions t JOIN users u ON u.id = t.user_id LEFT JOIN sources s ON s.id = t.source_id
    ORDER BY t.created_at DESC) TO STDOUT (FORMAT csv)`;
  const startedAt = performance.now();
  await run(
    path.join(system.binDir, 'psql'),
    ['-q', '-h', socket.host, '-p', String(socket.port), '-U', socket.user].concat([
      '-c',
      copy,
      '-o',
      '/dev/null',
      'exported',
    ]),
  );
  return ROWS / ((performance.now() - startedAt) / 1000);
}
