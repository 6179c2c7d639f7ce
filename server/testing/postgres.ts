import { spawn } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Folders, prepareFolders } from '#server/embedded-postgres/folders.ts';
import {
  type RunningPostgres,
  startCluster,
  startEmbeddedPostgres,
} from '#server/embedded-postgres/start.ts';
import { CLOCK_SETTINGS } from './clock.ts';

export type TestEngine = 'embedded' | 'system';

const projectDir = resolve(import.meta.dirname, '../..');
const debianDir = '/usr/lib/postgresql';

/** Temporary data needs no durability. Many test files connect concurrently. */
const settings = {
  ...CLOCK_SETTINGS,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
};

const log = { info: () => undefined, warn: console.warn, error: console.error };

/** Removes everything when its standard input closes, which also happens when this process is killed. */
const cleanUpScript = `
cat >/dev/null
pid=$(head -n 1 "$1/postgres/cluster/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"
while [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null && [ -e "$1/postgres/cluster/postmaster.pid" ]; do
  sleep 0.05
done
rm -rf "$1"
`;

/**
 * Starts an empty temporary cluster: the embedded PostgreSQL, or the newest Debian one on this machine. The connection
 * string's user `wallet` owns the database and may create others. The superuser `postgres` may connect too. Everything
 * is removed by `stop`, and also if this process is killed.
 *
 * @throws Error if there is no system PostgreSQL; EmbeddedPostgresError
 */
export async function startTestPostgres(options: {
  engine: TestEngine;
}): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wallet-test-'));
  const cleaner = startCleaner(dataDir);
  try {
    const running = await startEngine(options.engine, dataDir);
    const stop = async () => {
      await running.stop();
      await cleaner.finish();
    };
    return { connectionString: socketUrl(running.connection), stop };
  } catch (error) {
    await cleaner.finish();
    throw error;
  }
}

/** Returns the folder of the newest Debian PostgreSQL on this machine, if there is one. */
export async function findSystemPostgres(): Promise<
  { binDir: string; majorVersion: number } | undefined
> {
  const entries = await readdir(debianDir).catch(() => []);
  const majorVersion = Math.max(0, ...entries.map(Number).filter(Number.isInteger));
  if (majorVersion === 0) return undefined;
  return { binDir: join(debianDir, String(majorVersion), 'bin'), majorVersion };
}

async function startEngine(engine: TestEngine, dataDir: string): Promise<RunningPostgres> {
  if (engine === 'embedded') return startEmbeddedPostgres({ dataDir, projectDir, log, settings });
  const system = await findSystemPostgres();
  if (!system) throw new Error(`There is no PostgreSQL in ${debianDir}: apt install postgresql`);
  const folders: Folders = await prepareFolders(dataDir);
  return startCluster({ folders, ...system, settings, log });
}

/** Returns the URL of a database that is reached by a socket in the folder `host`. */
export function socketUrl({
  host,
  port,
  user = 'wallet',
  database = 'wallet',
}: {
  host: string;
  port: number;
  user?: string;
  database?: string;
}): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

/** Stops the cluster in a folder and removes the folder, on `finish` or when this process ends for any reason. */
export function startCleaner(dataDir: string): { finish(): Promise<void> } {
  const child = spawn('/bin/sh', ['-c', cleanUpScript, 'sh', dataDir], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  child.unref();
  return {
    async finish() {
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}
