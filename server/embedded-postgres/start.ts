import type { Client } from 'pg';
import { removeLeftovers } from './atomic-folder.ts';
import { ensureCluster, startError } from './cluster.ts';
import { errorMessage } from './errors.ts';
import { defaultDataDir, type Folders, prepareFolders } from './folders.ts';
import { installRuntime, removeOtherRuntimes } from './install.ts';
import { findNativePackage } from './platform.ts';
import { isRoot } from './runtime-user.ts';
import { port, postmasterArguments } from './settings.ts';
import { type Log, Supervisor } from './supervisor.ts';

const productName = 'wallet';

export interface RunningPostgres {
  connection: {
    host: string;
    port: number;
    user: string;
    database: string;
  };
  dataDir: string;
  /** Fast shutdown. Resolves when PostgreSQL has ended. May be called more than once. */
  stop(): Promise<void>;
}

export interface StartOptions {
  dataDir?: string;
  projectDir: string;
  log: Log;
  settings?: Record<string, string>;
}

/** Adopts the PostgreSQL that a killed server left. The caller handles signals. */
export async function startEmbeddedPostgres(options: StartOptions): Promise<RunningPostgres> {
  const { log, projectDir, settings = {} } = options;
  const native = findNativePackage({ projectDir });
  const dataDir = options.dataDir ?? defaultDataDir({ projectDir, isRoot: isRoot() });
  const folders = await prepareFolders(dataDir);
  const binDir = await installRuntime(native, folders.runtimeDir);
  const { majorVersion } = native;
  const running = await startCluster({ folders, binDir, majorVersion, settings, log });
  try {
    await removeOtherRuntimes(folders.runtimeDir, native.release);
    await removeLeftovers(folders.postgresDir);
  } catch (error) {
    log.warn(`Old files in ${folders.postgresDir} can't be removed: ${errorMessage(error)}`);
  }
  return running;
}

/** Does the same with PostgreSQL programs that are already installed. */
export async function startCluster(options: {
  folders: Folders;
  binDir: string;
  majorVersion: number;
  settings: Record<string, string>;
  log: Log;
}): Promise<RunningPostgres> {
  const { folders, binDir, majorVersion, log } = options;
  const { dataDir, clusterDir, socketDir, logFile, user } = folders;
  await ensureCluster({ clusterDir, binDir, majorVersion, user });
  const { args, fingerprint } = postmasterArguments({
    binDir,
    clusterDir,
    socketDir,
    settings: options.settings,
  });
  const supervisor = await Supervisor.start(
    { binDir, args, fingerprint, dataDir, clusterDir, socketDir, logFile, user },
    log,
  );
  try {
    await ensureProductDatabase(supervisor.guard);
  } catch (error) {
    await supervisor.stop();
    throw startError('set-up', error);
  }
  const connection = { host: socketDir, port, user: productName, database: productName };
  log.info(`The embedded PostgreSQL ${majorVersion} is ready; its data is in ${dataDir}.`);
  return { connection, dataDir, stop: () => supervisor.stop() };
}

async function ensureProductDatabase(maintenance: Client): Promise<void> {
  const { rows } = await maintenance.query<{ has_role: boolean; has_database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS has_role,
            EXISTS (SELECT FROM pg_database WHERE datname = $1) AS has_database`,
    [productName],
  );
  if (!rows[0]?.has_role) await maintenance.query(`CREATE ROLE ${productName} LOGIN CREATEDB`);
  if (rows[0]?.has_database) return;
  await maintenance.query(`CREATE DATABASE ${productName} OWNER ${productName}`);
}
