import { listBackupJobs } from '../backups/backups.jobs.ts';
import { every, type Job, SWEEP_INTERVAL_MS } from '../base/timers.ts';
import { withBackgroundPool } from '../db/database.ts';
import { listProjectionJobs } from '../db/projections.jobs.ts';
import type { Deps } from '../deps/deps.ts';
import { pruneKeyDays } from '../features/api-keys/api-keys.ts';
import { listApprovalJobs } from '../features/approvals/approvals.jobs.ts';
import { listAuditJobs } from '../features/audit/audit.jobs.ts';
import { openSigningKey } from '../features/audit/signing-keys.ts';
import { listBankAccountJobs } from '../features/bank-accounts/bank-accounts.jobs.ts';
import { listMailJobs } from '../features/mails/mails.jobs.ts';
import { listNotificationJobs } from '../features/notifications/notifications.jobs.ts';
import { prunePaymentIntents } from '../features/payment-intents/payment-intents.ts';
import { listPushJobs } from '../features/push-subscriptions/push-subscriptions.jobs.ts';
import { listReconciliationJobs } from '../features/reconciliation/reconciliation.jobs.ts';
import { composeMail } from '../features/recovery/recovery-mails.ts';
import { listReviewJobs } from '../features/review/review.jobs.ts';
import { listSessionJobs } from '../features/sessions/sessions.jobs.ts';
import { pruneCancelled } from '../features/transactions/make-requests.ts';
import { listTransactionJobs } from '../features/transactions/transactions.jobs.ts';
import { listUserJobs } from '../features/users/users.jobs.ts';
import { listVerificationJobs } from '../features/verifications/verifications.jobs.ts';
import { listWebhookJobs } from '../features/webhooks/webhooks.jobs.ts';
import { listVerifyJobs } from '../ledger/verify/verify.jobs.ts';
import { listActivityJobs } from '../platform/commands/activity.jobs.ts';
import { listFileJobs } from '../platform/files/files.jobs.ts';

/** Jobs of several servers share the work. */
export async function startJobs(
  deps: Deps,
  dataDir: string,
): Promise<{ stop(): Promise<unknown> }> {
  const { config, db, log } = deps;
  const key = await openSigningKey({ db, config, dataDir }, log);
  const stopping = new AbortController();
  const { signal } = stopping;
  const background = withBackgroundPool(deps);
  const jobs: Job[] = [
    ...listProjectionJobs(background),
    ...listReviewJobs(deps),
    ...listTransactionJobs(background, signal),
    ...listReconciliationJobs(background, signal),
    ...listApprovalJobs(background),
    ...listMailJobs(background, composeMail),
    ...listPushJobs(background),
    ...listWebhookJobs(background),
    ...listAuditJobs(background, key),
    ...listBankAccountJobs(background),
    ...listFileJobs(background),
    ...listSessionJobs(background),
    ...listNotificationJobs(background),
    pruneRequests(background),
    ...listUserJobs(background),
    ...listVerificationJobs(background),
    ...listBackupJobs(background, signal),
    ...listVerifyJobs(background, signal),
    ...listActivityJobs(deps),
  ];
  const timers = jobs.map((job) => every({ ...job, log }, job.run));
  return {
    stop() {
      stopping.abort();
      return Promise.all([
        ...timers.map((timer) => timer.stop()),
        ...jobs.map((job) => job.stop?.()),
      ]);
    },
  };
}

/** One job of three features, in this order. */
const pruneRequests = (deps: Deps): Job => ({
  name: 'prune cancelled requests',
  intervalMs: SWEEP_INTERVAL_MS,
  async run() {
    await pruneCancelled(deps);
    await prunePaymentIntents(deps);
    await pruneKeyDays(deps);
  },
});
