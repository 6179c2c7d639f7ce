import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Gauge } from 'prom-client';
import { describeBackups } from '../backups/scheduled.ts';
import { readLags } from '../db/projector.ts';
import type { Deps } from '../deps/deps.ts';
import { defaultDataDir } from '../embedded-postgres/folders.ts';
import { isRoot } from '../embedded-postgres/runtime-user.ts';
import { countExpiringKeys } from '../features/api-keys/api-keys.queries.ts';
import { findOldestUnsigned } from '../features/audit/seal-audit.queries.ts';
import { findVerificationState } from '../ledger/verify/scheduled.ts';
import type { Config } from '../platform/config/config.ts';
import { findNewestHead } from '../platform/sealed-log/sealed-log.queries.ts';

/** Creates a gauge that is cleared before each scrape. */
export type MakeGauge = (name: `wallet_${string}`, help: string, labelNames?: string[]) => Gauge;

const EXPIRES_SOON_DAYS = 14;

/**
 * Adds metrics for operators: free disk space, archives in BACKUP_DIR, the scheduled verification, expiring API keys, signed
 * heads of the audit log, projections.
 */
export function watchOperation(gauge: MakeGauge, deps: Deps) {
  const readSpace = watchDisks(gauge, deps);
  const readBackups = watchBackups(gauge, deps.config);
  const readVerification = watchVerification(gauge, deps);
  const readKeys = watchKeys(gauge, deps);
  const readHeads = watchAuditHeads(gauge, deps);
  const readProjections = watchProjections(gauge, deps);
  return {
    async readDisks() {
      await readSpace();
      await readBackups();
    },
    async readDatabase() {
      await readVerification();
      await readKeys();
      await readHeads();
      await readProjections();
    },
  };
}

function watchDisks(gauge: MakeGauge, { config, files }: Deps) {
  const free = gauge('wallet_disk_free_bytes', 'Free bytes for this server, by folder', ['folder']);
  const size = gauge('wallet_disk_size_bytes', 'Size of the file system, by folder', ['folder']);
  const folders = {
    data: config.dataDir ?? defaultDataDir({ ...config, isRoot: isRoot() }),
    files: path.isAbsolute(files.place) ? files.place : undefined,
    backups: config.backups?.dir,
  };
  return async () => {
    for (const [folder, place] of Object.entries(folders)) {
      // A folder that does not exist yet or is unavailable has no metrics.
      const found = place && (await statfs(place).catch(() => undefined));
      if (!found) continue;
      free.set({ folder }, found.bavail * found.bsize);
      size.set({ folder }, found.blocks * found.bsize);
    }
  };
}

function watchBackups(gauge: MakeGauge, { backups }: Config) {
  if (!backups) return async () => undefined;
  const complete = gauge(
    'wallet_backup_timestamp_seconds',
    'Start of the newest complete backup in BACKUP_DIR; 0: there is none',
  );
  const missing = gauge(
    'wallet_backup_missing_files',
    'Files that the newest backup in BACKUP_DIR lacks',
  );
  const interval = gauge(
    'wallet_backup_interval_seconds',
    'Interval of the automatic backups (BACKUP_EVERY)',
  );
  return async () => {
    interval.set(backups.everyMs / 1000);
    const found = await describeBackups(backups.dir).catch(() => undefined);
    complete.set((found?.completeAt?.getTime() ?? 0) / 1000);
    if (found) missing.set(found.missingFiles);
  };
}

function watchVerification(gauge: MakeGauge, { config, db }: Deps) {
  const everyMs = config.verifyEveryMs;
  if (everyMs === undefined) return async () => undefined;
  const checked = gauge(
    'wallet_verification_timestamp_seconds',
    'End of the newest scheduled verification; 0: there is none',
  );
  const failed = gauge(
    'wallet_verification_failures',
    'Invariants that the newest scheduled verification found broken',
  );
  const duration = gauge(
    'wallet_verification_duration_seconds',
    'Duration of the newest scheduled verification',
  );
  const interval = gauge(
    'wallet_verification_interval_seconds',
    'Interval of the scheduled verifications (VERIFY_EVERY)',
  );
  return async () => {
    interval.set(everyMs / 1000);
    const state = await findVerificationState(db.probe);
    checked.set((state?.checkedAt.getTime() ?? 0) / 1000);
    if (!state) return;
    failed.set(state.failed.length);
    duration.set(state.durationMs / 1000);
  };
}

function watchKeys(gauge: MakeGauge, { db, clock }: Deps) {
  const expiring = gauge(
    'wallet_api_keys_expiring',
    `Usable API keys that expire within ${EXPIRES_SOON_DAYS} days`,
  );
  return async () => {
    expiring.set(await countExpiringKeys(db.probe, clock.now(), EXPIRES_SOON_DAYS));
  };
}

function watchProjections(gauge: MakeGauge, { db }: Deps) {
  const lag = gauge(
    'wallet_projection_lag_seconds',
    'Age of the oldest change that a projection does not contain yet; 0: it contains all',
    ['projection'],
  );
  return async () => {
    for (const { name, seconds } of await readLags(db.probe))
      lag.set({ projection: name }, seconds);
  };
}

function watchAuditHeads(gauge: MakeGauge, { db, clock }: Deps) {
  const signed = gauge(
    'wallet_audit_head_timestamp_seconds',
    'When the newest head of the audit log was signed; 0: there is none',
  );
  const unsigned = gauge(
    'wallet_audit_unsigned_seconds',
    'Age of the oldest audit record that no signed head covers; 0: all are covered',
  );
  return async () => {
    signed.set(((await findNewestHead(db.probe))?.signedAt.getTime() ?? 0) / 1000);
    const oldest = await findOldestUnsigned(db.probe);
    const ageMs = oldest ? clock.now().getTime() - oldest.getTime() : 0;
    unsigned.set(Math.max(0, ageMs) / 1000);
  };
}
