import { setTimeout } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { createLimits } from '#server/platform/http/memory-limits.ts';
import { refuseHalfRestored, settleAtStart } from '../backups/settle.ts';
import { systemClock } from '../base/clock.ts';
import { isDiskFull } from '../base/disk-full.ts';
import { describeError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Secrets } from '../base/secrets.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import {
  requireConnections,
  requireOwnSessions,
  requireSameDatabase,
  waitForDatabase,
} from '../db/reach-database.ts';
import type { Deps } from '../deps/deps.ts';
import { requireFactorsIfReachable } from '../features/settings/factor-policy.ts';
import { type DefaultAccount, seedDefaults } from '../features/users/seed-users.ts';
import type { Config } from '../platform/config/config.ts';
import { BadSettings } from '../platform/config/settings-sources.ts';
import { createEventHub } from '../platform/events/event-hub.ts';
import { openBoundStore } from '../platform/files/open-store.ts';
import { createVirusScanner, MAX_SCANS } from '../platform/files/virus-scanner.ts';
import { requireStorable } from '../platform/http/health.ts';
import { holdKey, type KeyLease } from '../platform/secrets/lease.ts';
import { keyFileOf, loadSecrets, startSecrets } from '../platform/secrets/load.ts';
import { startUntilKept, withPasswordsOf } from './attempts.ts';
import type { RunningDatabase } from './database.ts';
import { startJobs } from './jobs.ts';

/** How long a stop waits for background jobs. Interrupted jobs run again after the next start. */
const STOP_WAIT_MS = 500;

async function endLease(lease: KeyLease, log: Logger): Promise<void> {
  await lease.end().catch((error: unknown) => {
    log.warn({ error: describeError(error) }, 'the lease of SECRET_KEY ends in three minutes');
  });
}

export interface Services {
  deps: Deps;
  /** The default accounts, with the passwords that may be shown now. */
  newAccounts: DefaultAccount[];
  stop(): Promise<void>;
}

interface Parts extends Pick<Deps, 'imageWork'> {
  database: RunningDatabase;
  signal: AbortSignal;
}

/**
 * Migrates and seeds the database, starts the background jobs and builds the application. If the database is lost meanwhile,
 * waits for it and starts again. The returned `stop` also stops the database.
 */
export async function startServices<App>(
  config: Config,
  log: Logger,
  { database, buildApp, ...parts }: Parts & { buildApp(deps: Deps): Promise<App> },
): Promise<Services & { app: App }> {
  const opened: Closable[] = [{ close: () => database.stop() }];
  const { signal } = parts;
  try {
    const secrets = await loadSecrets({ ...config, dataDir: database.dataDir }, log);
    const newAccounts: DefaultAccount[] = [];
    const started = await startUntilKept({ log, signal }, () =>
      startOnce(config, log, { ...parts, database, secrets, newAccounts, buildApp }),
    );
    const stop = async () => {
      await started.stop();
      await database.stop();
    };
    return { ...started, newAccounts, stop };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

interface Closable {
  close(): Promise<unknown>;
}

/** In this order. */
async function closeAll(opened: readonly Closable[]): Promise<void> {
  for (const one of opened) await one.close();
}

interface Attempt<App> extends Parts {
  secrets: Secrets;
  newAccounts: DefaultAccount[];
  buildApp(deps: Deps): Promise<App>;
}

/** One attempt of a start. If it fails, nothing of it continues. */
async function startOnce<App>(
  config: Config,
  log: Logger,
  { database, secrets, newAccounts, buildApp, ...parts }: Attempt<App>,
): Promise<{ deps: Deps; app: App; stop(): Promise<void> }> {
  const { imageWork, signal } = parts;
  const { databaseLimits: limits, databasePooler: pooler } = config;
  const others = { limits, log, secrets, pooler };
  const db = openDatabase(database.connection, others);
  const opened: Closable[] = [db];
  try {
    await requireUsable(db, { config, log, connection: database.connection, signal });
    const events = createEventHub({ db, clock: db.clock, log });
    opened.unshift(events);
    const files = await openBoundStore(config.files, database.dataDir);
    const virusScanner = config.clamd && createVirusScanner(config.clamd, { maxScans: MAX_SCANS });
    const deps: Deps = {
      imageWork,
      db,
      events,
      config,
      files,
      virusScanner,
      log,
      limits: createLimits(),
      clock: db.clock,
    };
    const work = await startBackgroundJobs(deps, {
      dataDir: database.dataDir,
      newAccounts,
      signal,
    });
    opened.unshift({ close: work.stop });
    const app = await buildApp(deps);
    const stop = async () => {
      await work.stop();
      imageWork.close();
      await db.close();
    };
    return { deps, app, stop };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** Waits for the database and its pooler. Throws Error with a sentence for the operator if the server can't use them. */
async function requireUsable(
  db: Database,
  {
    config: { databaseLimits, databasePooler: pooler },
    connection,
    ...waiting
  }: { config: Config; connection: PoolConfig; log: Logger; signal: AbortSignal },
): Promise<void> {
  const setting = pooler ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const isPooled = pooler !== undefined;
  await waitForDatabase(db.background, { ...waiting, setting });
  await requireOwnSessions(connection, setting);
  await requireConnections(db.background, databaseLimits, { isPooled });
  if (!pooler) return;
  await waitForDatabase(db, waiting);
  await requireSameDatabase(db);
}

/** Tests the file store, without which the server can start. Throws BadSettings if the store rejects the settings. */
async function prepareFiles({ files, log }: Pick<Deps, 'files' | 'log'>): Promise<void> {
  try {
    await files.prepare(systemClock.now());
    await requireStorable({ files });
  } catch (error) {
    if (error instanceof BadSettings) throw error;
    const reason = isDiskFull(error)
      ? 'the disk of the file store is full: free some space, no image can be saved until then'
      : 'the file store cannot be used: no image can be saved until it can';
    log.warn({ error: describeError(error), store: files.place }, reason);
  }
}

/** Tests the virus scanner, without which the server can start. */
async function reportScanner({ virusScanner, log }: Pick<Deps, 'virusScanner' | 'log'>) {
  await virusScanner?.ping().catch((error: unknown) => {
    log.warn({ error: describeError(error) }, 'virus scanner unavailable: uploads are refused');
  });
}

/** Appends to `newAccounts`. Returns what stops the jobs, within `STOP_WAIT_MS`. */
async function startBackgroundJobs(
  deps: Deps,
  {
    dataDir,
    newAccounts,
    signal,
  }: { dataDir: string; newAccounts: DefaultAccount[]; signal: AbortSignal },
): Promise<{ stop(): Promise<void> }> {
  const { config, db, events, log } = deps;
  await prepareFiles(deps);
  void reportScanner(deps);
  await migrateDatabase(db, {
    projectDir: config.projectDir,
    beforeFirst: () => refuseHalfRestored(deps),
    seed: async () => {
      const accounts = withPasswordsOf(newAccounts, await seedDefaults(deps));
      newAccounts.splice(0, newAccounts.length, ...accounts);
      await settleAtStart(deps);
    },
    signal,
  });
  const place = { ...config, dataDir };
  await startSecrets(db.query, db.secrets, { place, log });
  const lease = await holdKey(db, { log, file: keyFileOf(place) });
  const ending: (() => Promise<unknown>)[] = [() => endLease(lease, log)];
  const stop = async () => {
    await Promise.race([Promise.all(ending.map((end) => end())), setTimeout(STOP_WAIT_MS)]);
  };
  try {
    await requireFactorsIfReachable(deps);
    await events.start();
    const jobs = await startJobs(deps, dataDir);
    ending.push(() => jobs.stop());
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
