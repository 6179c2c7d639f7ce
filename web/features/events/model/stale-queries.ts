import type { QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events/schema.ts';
import type { TransactionId } from '#contract/shared/base.ts';
import { orpc } from '#web/lib/api/api.ts';

export type StaleQuery = { key: QueryKey; delayMs: number };

/** Delay in milliseconds: events of one command arrive together and should cause one refetch. */
const TOGETHER_MS = 50;
const OWN_TRANSACTIONS_MS = 300;
const PENDING_REQUEST_MS = 500;
const BANK_ACCOUNTS_MS = 300;
/**
 * Delay for administrators' lists: they receive the events of all users, and should refetch once a second at most.
 */
const ADMIN_LISTS_MS = 1000;

/**
 * Returns the queries that an event makes stale, and the delay before refetching them. A new entity does not compile
 * until it has a case here.
 */
export function staleQueries(event: LiveEvent): StaleQuery[] {
  switch (event.entity) {
    case 'transaction':
      return staleTransactions(event);
    case 'review':
      return staleReviews(event.id, TOGETHER_MS);
    case 'approval':
      return [
        { key: orpc.approvals.key(), delayMs: TOGETHER_MS },
        { key: orpc.review.queue.key(), delayMs: ADMIN_LISTS_MS },
        { key: orpc.review.underWay.key(), delayMs: ADMIN_LISTS_MS },
        { key: orpc.review.desk.key(), delayMs: TOGETHER_MS },
        { key: orpc.apiKeys.key(), delayMs: ADMIN_LISTS_MS },
        { key: orpc.webhooks.list.key(), delayMs: ADMIN_LISTS_MS },
      ];
    case 'balance':
      return [
        { key: orpc.balances.key(), delayMs: TOGETHER_MS },
        { key: orpc.closures.current.key(), delayMs: TOGETHER_MS },
        ...usersAndTotals(),
      ];
    case 'notification':
      return [{ key: orpc.notifications.key(), delayMs: TOGETHER_MS }];
    case 'bankAccount':
      return [{ key: orpc.bankAccounts.key(), delayMs: BANK_ACCOUNTS_MS }];
    case 'profile':
      return [
        { key: orpc.sessions.key(), delayMs: 0 },
        { key: orpc.profiles.key(), delayMs: 0 },
        { key: orpc.mails.preferences.key(), delayMs: 0 },
      ];
    case 'user':
    case 'role':
      return [
        { key: orpc.closures.list.key(), delayMs: ADMIN_LISTS_MS },
        { key: orpc.sessions.key(), delayMs: 0 },
        { key: orpc.secondFactors.key(), delayMs: TOGETHER_MS },
        { key: orpc.identities.key(), delayMs: TOGETHER_MS },
        { key: orpc.verificationLimits.current.key(), delayMs: TOGETHER_MS },
        ...usersAndTotals(),
      ];
    case 'verification':
      return [{ key: orpc.verifications.key(), delayMs: TOGETHER_MS }];
    case 'note':
      return [{ key: orpc.timelines.key(), delayMs: TOGETHER_MS }];
    case 'closure':
      return [{ key: orpc.closures.key(), delayMs: TOGETHER_MS }, ...usersAndTotals()];
    case 'qrCode':
      return [
        { key: orpc.qrCodes.key(), delayMs: TOGETHER_MS },
        { key: orpc.depositAccounts.key(), delayMs: TOGETHER_MS },
      ];
    case 'source':
      return [{ key: orpc.sources.key(), delayMs: TOGETHER_MS }];
    case 'banner':
    case 'carousel':
      return [{ key: orpc.banners.key(), delayMs: TOGETHER_MS }];
    case 'settings':
      return [
        orpc.settings.key(),
        orpc.sessions.key(),
        orpc.apiKeys.key(),
        orpc.dashboards.work.key(),
        orpc.approvals.key(),
        orpc.users.adjustmentLimits.key(),
        orpc.verificationLimits.key(),
        orpc.verifications.key(),
      ].map((key) => ({ key, delayMs: TOGETHER_MS }));
    case 'siteUrl':
      return [{ key: orpc.siteUrls.key(), delayMs: TOGETHER_MS }];
    case 'statement':
      return [
        { key: orpc.statements.key(), delayMs: TOGETHER_MS },
        { key: orpc.reconciliation.key(), delayMs: TOGETHER_MS },
      ];
    case 'webhook':
      return [
        { key: orpc.webhooks.key(), delayMs: TOGETHER_MS },
        { key: orpc.dashboards.failures.key(), delayMs: TOGETHER_MS },
      ];
    case 'bank':
      return [{ key: orpc.banks.key(), delayMs: TOGETHER_MS }];
    case 'support':
      return [{ key: orpc.supportMessages.key(), delayMs: TOGETHER_MS }];
    case 'sessionEnded':
    case 'ready':
    case 'resync':
      return [];
  }
}

/** Queries about users, which only administrators' pages use. */
function usersAndTotals(): StaleQuery[] {
  return [
    { key: orpc.users.key(), delayMs: ADMIN_LISTS_MS },
    { key: orpc.dashboards.admin.key(), delayMs: ADMIN_LISTS_MS },
    { key: orpc.audit.list.key(), delayMs: ADMIN_LISTS_MS },
    { key: orpc.timelines.key(), delayMs: ADMIN_LISTS_MS },
  ];
}

/** Queries of one request's review state. Details of other requests stay fresh. */
function staleReviews(id: string, delayMs: number): StaleQuery[] {
  return [
    { key: orpc.review.queue.key(), delayMs },
    { key: orpc.review.underWay.key(), delayMs },
    { key: orpc.review.desk.key({ input: { id: id as TransactionId } }), delayMs },
    { key: orpc.reconciliation.matches.key(), delayMs },
  ];
}

function staleTransactions(event: Extract<LiveEvent, { entity: 'transaction' }>): StaleQuery[] {
  const own: StaleQuery[] = [
    { key: orpc.transactions.passbook.key(), delayMs: OWN_TRANSACTIONS_MS },
    { key: orpc.transactions.own.key(), delayMs: OWN_TRANSACTIONS_MS },
    { key: orpc.withdrawals.key(), delayMs: OWN_TRANSACTIONS_MS },
    { key: orpc.closures.current.key(), delayMs: OWN_TRANSACTIONS_MS },
    { key: orpc.verificationLimits.current.key(), delayMs: OWN_TRANSACTIONS_MS },
  ];
  const adminDelayMs = event.op === 'insert' ? PENDING_REQUEST_MS : TOGETHER_MS;
  const admin: StaleQuery[] = [
    { key: orpc.transactions.list.key(), delayMs: adminDelayMs },
    { key: orpc.transactions.counts.key(), delayMs: adminDelayMs },
    { key: orpc.transactions.get.key(), delayMs: adminDelayMs },
    { key: orpc.transactions.search.key(), delayMs: adminDelayMs },
    { key: orpc.reconciliation.key(), delayMs: ADMIN_LISTS_MS },
    ...staleReviews(event.id, adminDelayMs),
    { key: orpc.review.key(), delayMs: ADMIN_LISTS_MS },
    { key: orpc.dashboards.admin.key(), delayMs: ADMIN_LISTS_MS },
    { key: orpc.dashboards.charts.key(), delayMs: ADMIN_LISTS_MS },
    { key: orpc.dashboards.work.key(), delayMs: ADMIN_LISTS_MS },
    { key: orpc.audit.list.key(), delayMs: ADMIN_LISTS_MS },
    { key: orpc.timelines.key(), delayMs: ADMIN_LISTS_MS },
  ];
  if (event.audience === 'owner') return own;
  return event.audience === 'admin' ? admin : [...own, ...admin];
}
