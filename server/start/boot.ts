import { setTimeout } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { createLimits } from '#server/platform/http/memory-limits.ts';
import { backUpWhenDue } from '../backups/scheduled.ts';
import { refuseHalfRestored, settleAtStart, sweepUnfinishedRestore } from '../backups/settle.ts';
import { systemClock } from '../base/clock.ts';
import { isDiskFull } from '../base/disk-full.ts';
import { describeError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Secrets } from '../base/secrets.ts';
import { every } from '../base/timers.ts';
import { type Database, openDatabase, withBackgroundPool } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { project } from '../db/projector.ts';
import {
  requireConnections,
  requireOwnSessions,
  requireSameDatabase,
  waitForDatabase,
} from '../db/reach-database.ts';
import type { Deps } from '../deps/deps.ts';
import { pruneKeyDays } from '../features/api-keys/api-keys.ts';
import { expireOldApprovals } from '../features/approvals/expire-approvals.ts';
import { checkAuditChains } from '../features/audit/check-chains.ts';
import { sealAuditLog } from '../features/audit/seal-audit.ts';
import { openSigningKey } from '../features/audit/signing-keys.ts';
import { createEncryptionJob } from '../features/bank-accounts/encrypt-numbers.ts';
import { createAccountPruning } from '../features/bank-accounts/prune-accounts.ts';
import { composeDigest, queueDigests } from '../features/mails/mail-digests.ts';
import { composeNotice } from '../features/mails/mail-notices.ts';
import { pruneRemoved } from '../features/notifications/notifications.ts';
import { createNotificationPruning } from '../features/notifications/prune-notifications.ts';
import { prunePaymentIntents } from '../features/payment-intents/payment-intents.ts';
import { pruneDevices } from '../features/push-subscriptions/push-subscriptions.ts';
import { createPushSender } from '../features/push-subscriptions/send-push.ts';
import { approveCertainMatches } from '../features/reconciliation/approve-certain.ts';
import { matchNewLines } from '../features/reconciliation/match-new-lines.ts';
import { composeMail } from '../features/recovery/recovery-mails.ts';
import { executeDueDecisions } from '../features/review/execute-decisions.ts';
import { createKeyPruning } from '../features/review/prune-keys.ts';
import { pruneSessions } from '../features/sessions/login.ts';
import { requireFactorsIfReachable } from '../features/settings/factor-policy.ts';
import { compareNewReceipts } from '../features/transactions/compare-receipts.ts';
import { pruneCancelled } from '../features/transactions/make-requests.ts';
import { eraseDeletedAccounts } from '../features/users/erase-accounts.ts';
import { type DefaultAccount, seedDefaults } from '../features/users/seed-users.ts';
import { eraseOldDocuments } from '../features/verifications/erase-documents.ts';
import { createWebhookSender } from '../features/webhooks/send-webhooks.ts';
import { pruneDeliveries } from '../features/webhooks/webhook-deliveries.ts';
import { verifyWhenDue } from '../ledger/verify/scheduled.ts';
import { writeActivity } from '../platform/commands/activity.ts';
import type { Config } from '../platform/config/config.ts';
import { BadSettings } from '../platform/config/settings-sources.ts';
import { createEventHub } from '../platform/events/event-hub.ts';
import { openBoundStore } from '../platform/files/open-store.ts';
import { sweepOrphans } from '../platform/files/orphans.ts';
import { createVirusScanner, MAX_SCANS } from '../platform/files/virus-scanner.ts';
import { requireStorable } from '../platform/http/health.ts';
import { type Compose, createMailSender } from '../platform/mail/sender.ts';
import { holdKey, type KeyLease } from '../platform/secrets/lease.ts';
import { keyFileOf, loadSecrets, startSecrets } from '../platform/secrets/load.ts';
import { startUntilKept, withPasswordsOf } from './attempts.ts';
import type { RunningDatabase } from './database.ts';

/** Changes are added to sums within a second. */
const PROJECT_INTERVAL_MS = 500;
/** Interval of the job that executes due decisions: a decision can be undone for at most this much longer. */
const CARRY_OUT_INTERVAL_MS = 500;
const COMPARE_INTERVAL_MS = 2000;
const MATCH_INTERVAL_MS = 1000;
const SEND_INTERVAL_MS = 1000;
const CHECK_INTERVAL_MS = 5000;
const SEAL_INTERVAL_MS = 5000;
const SCHEDULE_CHECK_MS = 60_000;
/** How long a stop waits for background jobs. Interrupted jobs run again after the next start. */
const STOP_WAIT_MS = 500;
const SWEEP_INTERVAL_MS = 15 * 60_000;

async function endLease(lease: KeyLease, log: Logger): Promise<void> {
  await lease.end().catch((error: unknown) => {
    log.warn({ error: describeError(error) }, 'the lease of SECRET_KEY ends in three minutes');
  });
}

/** Writes what was noted since the last run. */
async function writeLast(deps: Deps): Promise<void> {
  await writeActivity(deps).catch((error: unknown) => {
    deps.log.warn({ error: describeError(error) }, 'the last activity could not be recorded');
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
  const recording = every({ intervalMs: CHECK_INTERVAL_MS, name: 'record activity', log }, () =>
    writeActivity(deps),
  );
  ending.push(
    () => recording.stop(),
    () => writeLast(deps),
  );
  return { stop };
}

interface Jobs {
  stop(): Promise<unknown>;
}

/** Jobs of several servers share the work. */
async function startJobs(deps: Deps, dataDir: string): Promise<Jobs> {
  const { config, db, log } = deps;
  const backgroundDeps = withBackgroundPool(deps);
  const key = await openSigningKey({ db, config, dataDir }, log);
  const sender = createWebhookSender(backgroundDeps);
  const stopping = new AbortController();
  const compose: Compose = (_, mail) => {
    if (mail.kind === 'notification') return composeNotice(backgroundDeps, mail);
    if (mail.kind === 'digest') return composeDigest(backgroundDeps, mail);
    return composeMail(backgroundDeps, mail);
  };
  const sendMails = createMailSender(backgroundDeps, compose, stopping.signal);
  const sendPushes = createPushSender(backgroundDeps, { signal: stopping.signal });
  const timers = [
    every({ intervalMs: PROJECT_INTERVAL_MS, name: 'project changes', log }, () =>
      project(backgroundDeps.db),
    ),
    every({ intervalMs: CARRY_OUT_INTERVAL_MS, name: 'carry out decisions', log }, () =>
      executeDueDecisions(deps),
    ),
    every({ intervalMs: COMPARE_INTERVAL_MS, name: 'compare receipts', log }, () =>
      compareNewReceipts(backgroundDeps, stopping.signal),
    ),
    every({ intervalMs: MATCH_INTERVAL_MS, name: 'match statements', log }, () =>
      matchNewLines(backgroundDeps, stopping.signal),
    ),
    every({ intervalMs: MATCH_INTERVAL_MS, name: 'approve certain matches', log }, () =>
      approveCertainMatches(backgroundDeps, stopping.signal),
    ),
    every({ intervalMs: CHECK_INTERVAL_MS, name: 'expire approvals', log }, () =>
      expireOldApprovals(backgroundDeps),
    ),
    every({ intervalMs: SEND_INTERVAL_MS, name: 'send mails', log }, sendMails),
    every({ intervalMs: SEND_INTERVAL_MS, name: 'send to devices', log }, sendPushes),
    every({ intervalMs: SCHEDULE_CHECK_MS, name: 'queue digests', log }, () =>
      queueDigests(backgroundDeps),
    ),
    every({ intervalMs: SEND_INTERVAL_MS, name: 'send to webhooks', log }, () => sender.turn()),
    every({ intervalMs: CHECK_INTERVAL_MS, name: 'check audit chains', log }, () =>
      checkAuditChains(backgroundDeps),
    ),
    every(
      { intervalMs: CHECK_INTERVAL_MS, name: 'encrypt account numbers', log },
      createEncryptionJob(backgroundDeps.db),
    ),
    every({ intervalMs: SEAL_INTERVAL_MS, name: 'seal audit log', log }, () =>
      sealAuditLog(backgroundDeps, { key }),
    ),
    every({ intervalMs: SWEEP_INTERVAL_MS, name: 'sweep orphans', log }, () =>
      sweepOrphans(backgroundDeps),
    ),
    every({ intervalMs: SWEEP_INTERVAL_MS, name: 'sweep unfinished restore', log }, () =>
      sweepUnfinishedRestore(backgroundDeps),
    ),
    every({ intervalMs: SWEEP_INTERVAL_MS, name: 'prune sessions', log }, () =>
      pruneSessions(backgroundDeps),
    ),
    every({ intervalMs: SWEEP_INTERVAL_MS, name: 'prune devices', log }, () =>
      pruneDevices(backgroundDeps),
    ),
    every({ intervalMs: SWEEP_INTERVAL_MS, name: 'prune removed notifications', log }, () =>
      pruneRemoved(backgroundDeps),
    ),
    every(
      { intervalMs: SWEEP_INTERVAL_MS, name: 'prune notifications', log },
      createNotificationPruning(backgroundDeps),
    ),
    every({ intervalMs: SWEEP_INTERVAL_MS, name: 'prune cancelled requests', log }, async () => {
      await pruneCancelled(backgroundDeps);
      await prunePaymentIntents(backgroundDeps);
      await pruneKeyDays(backgroundDeps);
    }),
    every(
      { intervalMs: SWEEP_INTERVAL_MS, name: 'prune removed bank accounts', log },
      createAccountPruning(backgroundDeps),
    ),
    every(
      { intervalMs: SWEEP_INTERVAL_MS, name: 'prune keys of decisions', log },
      createKeyPruning(backgroundDeps),
    ),
    every({ intervalMs: SWEEP_INTERVAL_MS, name: 'erase deleted accounts', log }, () =>
      eraseDeletedAccounts(backgroundDeps),
    ),
    every({ intervalMs: SWEEP_INTERVAL_MS, name: 'delete verification documents', log }, () =>
      eraseOldDocuments(backgroundDeps),
    ),
    every({ intervalMs: SWEEP_INTERVAL_MS, name: 'prune deliveries', log }, () =>
      pruneDeliveries(backgroundDeps),
    ),
    every({ intervalMs: SCHEDULE_CHECK_MS, name: 'back up', log }, () =>
      backUpWhenDue(backgroundDeps, stopping.signal),
    ),
    every({ intervalMs: SCHEDULE_CHECK_MS, name: 'verify', log }, () =>
      verifyWhenDue(backgroundDeps, stopping.signal),
    ),
  ];
  return {
    stop() {
      stopping.abort();
      return Promise.all([...timers.map((timer) => timer.stop()), sender.stop()]);
    },
  };
}
