import { Gauge, type Registry } from 'prom-client';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '#contract/transactions/rules.ts';
import { logError } from '../base/repeated-errors.ts';
import type { Deps } from '../deps/deps.ts';
import { getVerification } from '../features/audit/check-chains.ts';
import {
  countByTypeAndStatus,
  selectAmounts,
  selectOldestPending,
} from '../features/transactions/totals.queries.ts';
import { countWaiting } from '../features/webhooks/send-webhooks.queries.ts';
import { countMails } from '../platform/mail/queue.ts';
import { type MakeGauge, watchOperation } from './operation-metrics.ts';

type Refresh = () => Promise<void>;

/**
 * Adds metrics of the database's content, and of backups, verification and disks (`watchOperation`). They use the
 * health check's connection, whose short timeout bounds a scrape. If the database is unreachable, `wallet_database_up`
 * is 0 and its metrics are omitted. Returns a function that updates them.
 */
export function watchProduct(registry: Registry, deps: Deps): Refresh {
  const clears: (() => void)[] = [];
  const gauge: MakeGauge = (name, help, labelNames = []) => {
    const made = new Gauge({ name, help, labelNames, registers: [registry] });
    // Clears the gauge, so that no outdated value is served if reading fails.
    clears.push(() => (labelNames.length > 0 ? made.reset() : made.remove()));
    return made;
  };
  const parts = [
    watchRequests(gauge, deps),
    watchMoney(gauge, deps),
    watchWebhooks(gauge, deps),
    watchAudit(gauge, deps),
    watchMails(gauge, deps),
  ];
  const operation = watchOperation(gauge, deps);
  const up = gauge(
    'wallet_database_up',
    'Whether the database responded when these metrics were read',
  );
  return async () => {
    for (const clear of clears) clear();
    await operation.readDisks();
    up.set((await succeeds([...parts, operation.readDatabase], deps)) ? 1 : 0);
  };
}

async function succeeds(parts: Refresh[], { log }: Deps): Promise<boolean> {
  try {
    for (const refresh of parts) await refresh();
    return true;
  } catch (error) {
    logError(log, { error, message: 'metrics of the database could not be read' });
    return false;
  }
}

function watchRequests(gauge: MakeGauge, { db, clock }: Deps): Refresh {
  const pending = gauge('wallet_pending_requests', 'Pending requests', ['type']);
  const oldest = gauge(
    'wallet_oldest_pending_request_age_seconds',
    'Age of the oldest pending request',
    ['type'],
  );
  return async () => {
    const counts = await countByTypeAndStatus(db.probe);
    for (const { type, count } of counts.filter(({ status }) => status === 'pending')) {
      pending.set({ type }, count);
    }
    for (const { type, createdAt } of await selectOldestPending(db.probe)) {
      const ageMs = createdAt ? clock.now().getTime() - createdAt.getTime() : 0;
      oldest.set({ type }, Math.max(0, ageMs) / 1000);
    }
  };
}

function watchMoney(gauge: MakeGauge, { db }: Deps): Refresh {
  const amounts = gauge(
    'wallet_transactions_paise',
    "Sum of all transactions in paise: approved deposits minus approved withdrawals are the users' money",
    ['type', 'status'],
  );
  return async () => {
    // Sets every combination to 0, so that queries can subtract one from another.
    for (const type of TRANSACTION_TYPES) {
      for (const status of TRANSACTION_STATUSES) amounts.set({ type, status }, 0);
    }
    for (const { type, status, amountPaise } of await selectAmounts(db.probe)) {
      amounts.set({ type, status }, Number(amountPaise));
    }
  };
}

function watchWebhooks(gauge: MakeGauge, { db }: Deps): Refresh {
  const queued = gauge(
    'wallet_webhook_deliveries_pending',
    'Deliveries that wait for their next attempt',
  );
  const late = gauge(
    'wallet_webhook_late_seconds',
    'Time since the oldest due delivery became due',
  );
  const stopped = gauge(
    'wallet_webhooks_stopped',
    'Webhooks that the server stopped after failed deliveries',
  );
  return async () => {
    const waiting = await countWaiting(db.probe);
    queued.set(waiting.pending);
    late.set(waiting.lateSeconds);
    stopped.set(waiting.stopped);
  };
}

function watchMails(gauge: MakeGauge, { db, config }: Deps): Refresh {
  const queued = gauge('wallet_mails_pending', 'Mails that wait to be sent');
  const late = gauge(
    'wallet_mail_late_seconds',
    'Time since the oldest waiting mail was queued, or an administrator chose to send it again',
  );
  const failed = gauge('wallet_mails_failed', 'Mails that were not sent, kept for 30 days');
  const pushes = gauge('wallet_pushes_pending', 'Notifications that wait to be sent to devices');
  const pushesLate = gauge(
    'wallet_push_late_seconds',
    'Time since the oldest due notification to a device became due',
  );
  return async () => {
    const counts = await countMails(db.probe);
    queued.set(counts.waiting);
    // Without a mail server, what waits expires.
    late.set(config.mail ? counts.lateSeconds : 0);
    failed.set(counts.failed);
    pushes.set(counts.pushes);
    pushesLate.set(config.sendsEvents ? counts.pushLateSeconds : 0);
  };
}

function watchAudit(gauge: MakeGauge, { db }: Deps): Refresh {
  const breaks = gauge('wallet_audit_chain_breaks', 'Broken links found in the audit chains');
  const checked = gauge(
    'wallet_audit_chains_checked_timestamp_seconds',
    'End of the last complete check of the audit chains',
  );
  return async () => {
    const { broken, checkedAt } = await getVerification({ db: { ...db, query: db.probe } });
    breaks.set(broken.length);
    if (checkedAt) checked.set(checkedAt.getTime() / 1000);
  };
}
