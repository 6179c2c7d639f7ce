import type { Failures } from '#contract/dashboards/schema.ts';
import { can, type Rights } from '#contract/shared/permissions.ts';
import { describeBackups } from '#server/backups/scheduled.ts';
import type { Deps } from '#server/deps/deps.ts';
import { findVerificationState } from '#server/ledger/verify/scheduled.ts';
import { countFailedMails } from '#server/platform/mail/queue.ts';
import { getVerification } from '../audit/check-chains.ts';
import { listWebhooks } from '../webhooks/webhooks.ts';

/** Like the alert `WalletBackupOld`: this many intervals without a complete backup. */
const LATE_AFTER_INTERVALS = 2;

export async function getFailures(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  reader: Rights,
): Promise<Failures> {
  const [mayReadWebhooks, mayAudit] = [can(reader, 'webhooks:read'), can(reader, 'audit:read')];
  const [webhooks, backups, verification, mails] = await Promise.all([
    mayReadWebhooks ? findFailingWebhooks(deps) : null,
    mayAudit ? checkBackups(deps) : null,
    mayAudit ? checkVerification(deps) : null,
    can(reader, 'settings:read') ? checkMails(deps) : null,
  ]);
  return { webhooks, backups, verification, mails };
}

/** Webhooks are few, and their pending deliveries are counted up to a limit. */
async function findFailingWebhooks(deps: Pick<Deps, 'db' | 'clock'>) {
  const webhooks = await listWebhooks(deps);
  const failing = webhooks
    .filter(({ failingSince, stopReason }) => failingSince !== null || stopReason !== null)
    .map(({ id, url, failingSince, pending }) => ({ id, url, since: failingSince, pending }));
  return { active: webhooks.filter(({ isActive }) => isActive).length, failing };
}

async function checkBackups({ config: { backups }, clock }: Pick<Deps, 'config' | 'clock'>) {
  if (!backups) return { isOn: false, completeAt: null, isLate: false, missingFiles: 0 };
  // A folder that cannot be read has no usable backup.
  const found = await describeBackups(backups.dir).catch(() => undefined);
  const completeAt = found?.completeAt ?? null;
  const oldest = clock.now().getTime() - LATE_AFTER_INTERVALS * backups.everyMs;
  const isLate = completeAt === null || completeAt.getTime() < oldest;
  return { isOn: true, completeAt, isLate, missingFiles: found?.missingFiles ?? 0 };
}

async function checkVerification(deps: Pick<Deps, 'db' | 'config'>) {
  const [state, chains] = await Promise.all([
    findVerificationState(deps.db.query),
    getVerification(deps),
  ]);
  return {
    isOn: deps.config.verifyEveryMs !== undefined,
    checkedAt: state?.checkedAt ?? null,
    failed: state?.failed ?? [],
    brokenChains: chains.broken.length,
  };
}

async function checkMails(deps: Pick<Deps, 'db' | 'config'>) {
  return { isOn: deps.config.mail !== undefined, failed: await countFailedMails(deps.db.query) };
}
