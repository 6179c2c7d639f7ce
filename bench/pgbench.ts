import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import type { UserId } from '../contract/shared/base.ts';
import { decideTransactions } from '../server/features/review/decide.ts';
import { buildActor } from '../server/testing/actors.ts';
import { findSystemPostgres } from '../server/testing/postgres.ts';
import type { BenchDatabase, BenchWorld } from './world.ts';

/** The size of the server's pool. */
const CONNECTIONS = 20;

/** The statements of one approval, and their parameters for each approval, as text. */
interface Recording {
  statements: { text: string; parameters: number }[];
  values: (string | null)[][];
}

/** Approves each deposit through the product's own code, and records every statement. */
export async function recordApprovals(
  { db, deps }: BenchDatabase,
  ids: string[],
): Promise<Recording> {
  // Before the pool opens its first connection: existing ones are not recorded.
  const seen = watchQueries(db.pool);
  const [admin] = await db.query<{ id: UserId }>(`SELECT id FROM users WHERE username = 'admin'`);
  if (!admin) throw new Error('The database has no administrator');
  const actor = await buildActor(db, { userId: admin.id, username: 'admin', role: 'admin' });
  const recording: Recording = { statements: [], values: [] };
  for (const id of ids) {
    seen.length = 0;
    await decideTransactions(deps, actor, {
      ids: [id],
      decision: 'approved',
      requestKey: randomUUID(),
    });
    recording.statements = seen.map(({ text, values }) => ({ text, parameters: values.length }));
    recording.values.push(seen.flatMap(({ values }) => values));
  }
  await db.close();
  return recording;
}

interface Seen {
  text: string;
  values: (string | null)[];
}

function watchQueries(pool: pg.Pool): Seen[] {
  const seen: Seen[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watched = (...args: unknown[]) => {
      const [config, values] = args;
      const text = typeof config === 'string' ? config : (config as pg.QueryConfig).text;
      const given = (Array.isArray(values) ? values : (config as pg.QueryConfig).values) ?? [];
      seen.push({ text, values: given.map(toText) });
      return query(...args);
    };
    client.query = watched as typeof client.query;
  });
  return seen;
}

/** A parameter in PostgreSQL's text format. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function toElement(value: unknown): string {
  const text = toText(value);
  return text === null ? 'NULL' : `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/**
 * Replays a recording with pgbench on a copy of its database. Returns transactions
 * per second. Each transaction first reads its parameters by one primary key look-up.
 */
export async function runPgbench(
  world: BenchWorld,
  database: string,
  recording: Recording,
): Promise<number> {
  const { db } = await world.open(database);
  await storeValues(db.query, recording);
  await db.close();
  const transactions = recording.values.length;
  return pgbench(world, { database, script: toScript(recording), transactions });
}

async function storeValues(
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>,
  { values }: Recording,
): Promise<void> {
  const columns = (values[0] ?? []).map((_, index) => `p${index} text`);
  await query(`CREATE TABLE bench_values (n int PRIMARY KEY, ${columns.join(', ')})`);
  for (const [n, row] of values.entries()) {
    const places = row.map((_, index) => `$${index + 2}`);
    await query(`INSERT INTO bench_values VALUES ($1, ${places.join(', ')})`, [n, ...row]);
  }
  await query('VACUUM ANALYZE bench_values');
}

/** Parameters that are always null are NULL in the script, because pgbench has no variable for them. */
function toScript({ statements, values }: Recording): string {
  const isNull = (index: number) => values.every((row) => row[index] === null);
  const lines = [
    '\\set n :client_id * :share + :turn',
    '\\set turn :turn + 1',
    'SELECT * FROM bench_values WHERE n = :n \\gset',
  ];
  let offset = 0;
  for (const { text, parameters } of statements) {
    const base = offset;
    const statement = text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, place: string) => {
      const index = base + Number(place) - 1;
      return isNull(index) ? 'NULL' : `:p${index}`;
    });
    lines.push(`${statement};`);
    offset += parameters;
  }
  return `${lines.join('\n')}\n`;
}

/** Runs a script this many times, with its share of them as `:share`. Returns transactions per second. */
export async function pgbench(
  { socket }: BenchWorld,
  { database, script, transactions }: { database: string; script: string; transactions: number },
): Promise<number> {
  const share = Math.floor(transactions / CONNECTIONS);
  const system = await findSystemPostgres();
  if (!system)
    throw new Error('pgbench is needed: install PostgreSQL, as with apt-get install postgresql');
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-pgbench-'));
  try {
    const file = path.join(folder, 'script.sql');
    await writeFile(file, script);
    const run = spawnSync(
      path.join(system.binDir, 'pgbench'),
      ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '2', '-t', String(share)]
        .concat(['-D', `share=${share}`, '-D', 'turn=0', '-f', file])
        .concat(['-h', socket.host, '-p', String(socket.port), '-U', socket.user, database]),
      { encoding: 'utf8' },
    );
    const rate = /tps = ([\d.]+)/.exec(run.stdout)?.[1];
    if (run.status !== 0 || !rate) throw new Error(`pgbench failed:\n${run.stdout}${run.stderr}`);
    return Number(rate);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
