import type { PoolConfig } from 'pg';
import { createLimits } from '#server/platform/http/memory-limits.ts';
import type { Clock } from '../base/clock.ts';
import { createLogger } from '../base/log.ts';
import { findProjectDir } from '../base/project.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { byHandLimits, DEFAULT_LIMITS } from '../db/limits.ts';
import { findPendingMigrations } from '../db/migrate.ts';
import type { Deps } from '../deps/deps.ts';
import { defaultDataDir, prepareFolders } from '../embedded-postgres/folders.ts';
import { isRoot } from '../embedded-postgres/runtime-user.ts';
import { port } from '../embedded-postgres/settings.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { createEventHub } from '../platform/events/event-hub.ts';
import { createImageWork } from '../platform/files/image-work.ts';
import { openFileStore } from '../platform/files/open-store.ts';
import { loadSecrets, prepareSecrets } from '../platform/secrets/load.ts';
import { startDatabase } from '../start/database.ts';

/** The database and files of the server, whether it is running or not. */
export interface Connected {
  deps: Deps;
  connection: PoolConfig;
  /** The folder of data outside the database. */
  dataDir: string;
}

const limits = byHandLimits(DEFAULT_LIMITS);

/** Calls `work` with the server's database and files. Starts the embedded database if it is not running. */
export async function withDatabase<Result>(
  env: NodeJS.ProcessEnv,
  work: (connected: Connected) => Promise<Result>,
  clock?: Clock,
): Promise<Result> {
  const config = readConfig(env, findProjectDir(import.meta.dirname));
  const { db, connection, dataDir, stop } = await reach(config, clock);
  const log = createLogger('silent');
  const deps: Deps = {
    config,
    db,
    clock: db.clock,
    log,
    files: await openFileStore(config.files, dataDir),
    imageWork: createImageWork(),
    virusScanner: undefined,
    events: createEventHub({ db, clock: db.clock, log }),
    limits: createLimits(),
  };
  try {
    return await work({ deps, connection, dataDir });
  } finally {
    deps.imageWork.close();
    await db.close();
    await stop();
  }
}

/** Like `withDatabase`, but requires the current schema. Throws Error with a sentence for the operator. */
export function withCurrentDatabase<Result>(
  env: NodeJS.ProcessEnv,
  work: (connected: Connected) => Promise<Result>,
): Promise<Result> {
  return withDatabase(env, async (connected) => {
    const { db, config } = connected.deps;
    const { pending, isEmpty } = await findPendingMigrations(db, config.projectDir);
    if (isEmpty) {
      throw new Error('The database is empty: start the server once, or run "wallet migrate".');
    }
    if (pending.length > 0) {
      throw new Error(
        `The database is of an older version (missing migrations: ${pending.length}): run "wallet migrate".`,
      );
    }
    await prepareSecrets(db.query, db.secrets);
    return work(connected);
  });
}

interface Reached {
  db: Database;
  connection: PoolConfig;
  dataDir: string;
  stop(): Promise<void>;
}

async function reach(config: Config, clock: Clock | undefined): Promise<Reached> {
  const { projectDir, databaseUrl } = config;
  const dataDir = config.dataDir ?? defaultDataDir({ projectDir, isRoot: isRoot() });
  const running = databaseUrl ? undefined : await attach(config, dataDir, clock);
  if (running) return running;
  const log = createLogger('silent');
  const started = await startDatabase({ ...config, dataDir }, log);
  const { connection, stop } = started;
  const secrets = await loadSecrets({ ...config, dataDir });
  const db = openDatabase(connection, { limits, clock, secrets });
  try {
    await db.query('SELECT 1');
  } catch (error) {
    await db.close();
    await stop();
    throw new Error(`The database can't be reached: ${sentenceOf(error)}`, { cause: error });
  }
  return { db, connection, dataDir, stop };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Connects to an embedded database that a running or killed server started. */
async function attach(
  config: Config,
  wanted: string,
  clock: Clock | undefined,
): Promise<Reached | undefined> {
  const { socketDir, dataDir } = await prepareFolders(wanted);
  const connection = { host: socketDir, port, user: 'wallet', database: 'wallet' };
  const secrets = await loadSecrets({ ...config, dataDir });
  const db = openDatabase(connection, { limits, clock, secrets });
  const isThere = await db.query('SELECT 1').then(
    () => true,
    () => false,
  );
  if (isThere) return { db, connection, dataDir, stop: async () => undefined };
  await db.close();
  return undefined;
}
