import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLimits } from '#server/platform/http/memory-limits.ts';
import { socketUrl } from '#server/testing/postgres.ts';
import { testSecrets } from '#server/testing/secrets.ts';
import {
  ADMIN_PASSWORD,
  silentHub,
  testConfig,
  unusedFiles,
  unusedImageWork,
} from '#server/testing/stand-ins.ts';
import { systemClock } from '../server/base/clock.ts';
import { createLogger } from '../server/base/log.ts';
import { type Database, openDatabase } from '../server/db/database.ts';
import { byHandLimits, DEFAULT_LIMITS } from '../server/db/limits.ts';
import { migrateDatabase } from '../server/db/migrate.ts';
import type { Deps } from '../server/deps/deps.ts';
import { startEmbeddedPostgres } from '../server/embedded-postgres/start.ts';
import { hashToken } from '../server/features/sessions/cookie.ts';
import { seedDefaults } from '../server/features/users/seed-users.ts';

/** The well-known password would be refused, because the servers use a DATABASE_URL. */
export const DEMO = { username: 'demo', password: 'demo-of-bench' };

const projectDir = path.resolve(import.meta.dirname, '..');

/** A separate durable (fsync on) embedded cluster, removed by `close`. */
export interface BenchWorld {
  /** Creates an empty, migrated and seeded database, or a copy of one without connections. */
  createDatabase(name: string, template?: string): Promise<void>;
  createEmptyDatabase(name: string): Promise<void>;
  /** Creates a database with signed-in people and their pending requests; see `fill`. */
  createFilled(name: string, content: Content): Promise<BenchDatabase>;
  open(name: string): Promise<BenchDatabase>;
  urlOf(name: string): string;
  socket: { host: string; port: number; user: string };
  close(): Promise<void>;
}

export interface BenchDatabase {
  db: Database;
  deps: Deps;
}

export async function openBenchWorld(): Promise<BenchWorld> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-bench-'));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, projectDir, log });
  const { host, port, user, database } = connection;
  // A large database takes longer to copy than the product's statement timeout.
  const maintenance = openDatabase(
    { host, port, user, database, max: 1 },
    { limits: byHandLimits(DEFAULT_LIMITS) },
  );
  const open = async (name: string) =>
    bench(openDatabase({ host, port, user, database: name }, { secrets: testSecrets() }));
  const createDatabase = async (name: string, template?: string) => {
    if (template)
      return void (await maintenance.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
    await maintenance.query(`CREATE DATABASE ${name}`);
    const { db, deps } = await open(name);
    await migrateDatabase(db, { projectDir, seed: async () => void (await seedDefaults(deps)) });
    await db.close();
  };
  return {
    socket: { host, port, user },
    open,
    createDatabase,
    urlOf: (database) => socketUrl({ host, port, user, database }),
    async createEmptyDatabase(name) {
      await maintenance.query(`CREATE DATABASE ${name}`);
    },
    async createFilled(name, content) {
      await createDatabase(name);
      const opened = await open(name);
      await fill(opened.db, content);
      await signEveryoneIn(opened.db);
      return opened;
    },
    async close() {
      await maintenance.close();
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function bench(db: Database): BenchDatabase {
  const config = testConfig(projectDir);
  const log = createLogger('silent');
  const deps = {
    config,
    db,
    clock: systemClock,
    log,
    files: unusedFiles,
    imageWork: unusedImageWork,
    virusScanner: undefined,
    events: silentHub,
    limits: createLimits(),
  };
  return { db, deps };
}

export interface BenchServer {
  baseUrl: string;
  pid: number;
  /** Rejects when the server ends before it was stopped: requests to it would wait forever. */
  died: Promise<never>;
  stop(): Promise<void>;
}

/**
 * Runs the built server on a database; resolves with its address once it responds. If CPU_PROFILES
 * names a folder, the server writes a profile there (`.cpuprofile`, for Chromium's tools).
 */
export async function startServer(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-bench-files-'));
  const { CPU_PROFILES } = process.env;
  const profiling = CPU_PROFILES ? ['--cpu-prof', `--cpu-prof-dir=${CPU_PROFILES}`] : [];
  const main = path.join(projectDir, 'dist/server/start/main.js');
  const server = spawn(process.execPath, [...profiling, main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ENV_FILE: '/dev/null',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD,
      DEMO_PASSWORD: DEMO.password,
      ...settings,
    },
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const died = exited.then(() => Promise.reject(new Error('The server ended by itself')));
  // A server stopped on purpose also ends; this rejection is then ignored.
  died.catch(() => undefined);
  const ready = new Promise<string>((resolve) => {
    let printed = '';
    server.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /ready at (http:\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    });
  });
  return {
    baseUrl: await Promise.race([ready, died]),
    pid: server.pid ?? Number.NaN,
    died,
    async stop() {
      server.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const PART = 50_000;

/** The number of each. */
export interface Content {
  users: number;
  admins?: number;
  pending: number;
  decided: number;
}

/**
 * Fills a database with `users` people and `pending` pending deposits, assigned to people in
 * turn, and `decided` approved ones (without ledger entries, because only lists are measured on them).
 * The `admins` are numbered after the last user and own no deposits, because they could not approve them.
 */
export async function fill(
  db: Database,
  { users, admins = 0, pending, decided }: Content,
): Promise<void> {
  await db.background.query(
    `INSERT INTO users (id, username, password_hash, role, status, created_at)
     SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'person' || n, 'none',
       CASE WHEN n > $1::int THEN 'admin' ELSE 'user' END, 'active', now()
     FROM generate_series(1, $1::int + $2::int) n`,
    [users, admins],
  );
  await db.background.query(
    `INSERT INTO wallet_balances (user_id, updated_at) SELECT id, now() FROM users
     ON CONFLICT DO NOTHING`,
  );
  // A person's first request, which is not created here, starts their audit chain.
  await db.background.query(
    `INSERT INTO audit_chains (chain_id, seq, hash) SELECT id::text, 0, decode(repeat('00', 32), 'hex') FROM users
     ON CONFLICT DO NOTHING`,
  );
  await insertDeposits(db, { count: pending, users, status: 'pending', from: 0 });
  // In parts: a million rows take longer than the statement timeout.
  for (let done = 0; done < decided; done += PART) {
    const count = Math.min(PART, decided - done);
    await insertDeposits(db, { count, users, status: 'approved', from: pending + done });
  }
  await db.background.query('VACUUM ANALYZE');
}

async function insertDeposits(
  db: Database,
  { count, users, status, from }: { count: number; users: number; status: string; from: number },
): Promise<void> {
  if (count === 0) return;
  await db.background.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, status, reference_id, permanent_receipt_url,
       decided_at, approved_at, decided_by, approved_by, created_at, updated_at)
     SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(1 + n % $2::int), 12, '0'))::uuid,
       ('01900000-0000-7000-8000-' || lpad(to_hex($4::int + n), 12, '0'))::uuid,
       'deposit', 1000 + n % 90000, $3, 'DEP-' || (1700000000000 + $4::int + n), '/files/receipts/none',
       d.at, d.at, d.by, d.by, moment, moment
     FROM generate_series(0, $1::int - 1) n
     CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01' + ($4::int + n) * interval '1 second' AS moment) m
     CROSS JOIN LATERAL (SELECT CASE $3 WHEN 'approved' THEN moment END AS at,
       CASE $3 WHEN 'approved' THEN (SELECT id FROM users WHERE username = 'admin') END AS by) d`,
    [count, users, status, from],
  );
}

/** Everyone has a session whose token is their number. */
export async function signEveryoneIn(db: Database): Promise<void> {
  const people = await db.background.query<{ id: string; username: string }>(
    `SELECT id, username FROM users WHERE username LIKE 'person%'`,
  );
  const hashes = people.map(({ username }) => hashToken(tokenOf(Number(username.slice(6)))));
  await db.background.query(
    `INSERT INTO sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at, confirmed_at, ip)
     SELECT gen_random_uuid(), id, hash, now(), now(), now() + interval '1 day', now(), '127.0.0.1'
     FROM unnest($1::uuid[], $2::bytea[]) AS person (id, hash)`,
    [people.map(({ id }) => id), hashes],
  );
}

const tokenOf = (number: number) => `bench-${number}`;

/** The cookie of the person with that number, from 1, once everyone is signed in. */
export const cookieOf = (number: number) => `wallet_session=${tokenOf(number)}`;
