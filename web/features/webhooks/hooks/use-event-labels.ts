import { useTranslation } from 'react-i18next';
import type { Delivery } from '#contract/webhooks/schema.ts';
import type { WebhookEvent } from '#contract/webhooks/webhook-events.ts';

/** Returns the labels of the events that webhooks can subscribe to, in the order of the form. */
export function useEventLabels(): Record<WebhookEvent, string> {
  const { t } = useTranslation();
  return {
    'deposit.requested': t('Deposit requested'),
    'deposit.approved': t('Deposit Approved'),
    'deposit.rejected': t('Deposit Rejected'),
    'deposit.cancelled': t('Deposit cancelled'),
    'withdrawal.requested': t('Withdrawal requested'),
    'withdrawal.approved': t('Withdrawal Approved'),
    'withdrawal.rejected': t('Withdrawal Rejected'),
    'withdrawal.cancelled': t('Withdrawal cancelled'),
    'balance.adjusted': t('Balance adjusted'),
    'user.created': t('User created'),
    'user.activated': t('User activated'),
    'user.deactivated': t('User deactivated'),
    'user.frozen': t('Account frozen'),
    'user.unfrozen': t('Account unfrozen'),
    'user.deleted': t('User deleted'),
    'user.closure': t('Closure request'),
    'approval.requested': t('Second approval requested'),
    'approval.confirmed': t('Approval request confirmed'),
    'approval.refused': t('Approval request rejected'),
    'approval.withdrawn': t('Approval request taken back'),
    'approval.expired': t('Approval request expired'),
    'approval.failed': t('Approval request failed'),
    'audit.head': t('Audit log sealed'),
  };
}

/** Returns the events that webhooks can subscribe to. */
export function useWebhookEvents(): WebhookEvent[] {
  return Object.keys(useEventLabels()) as WebhookEvent[]; // The labels are complete.
}

/** Returns the labels of everything that is delivered to webhooks. */
export function useDeliveryLabels(): Record<Delivery['type'], string> {
  const { t } = useTranslation();
  return { ...useEventLabels(), 'webhook.test': t('Test event') };
}
