import { useTranslation } from 'react-i18next';
import type { Delivery } from '#contract/webhooks/schema.ts';

export function useEventLabels(): Record<Delivery['type'], string> {
  const { t } = useTranslation();
  return {
    'deposit.requested': t('Deposit requested'),
    'deposit.approved': t('Deposit Approved'),
    'deposit.rejected': t('Deposit Rejected'),
    'withdrawal.requested': t('Withdrawal requested'),
    'withdrawal.approved': t('Withdrawal Approved'),
    'withdrawal.rejected': t('Withdrawal Rejected'),
    'balance.adjusted': t('Balance adjusted'),
    'user.created': t('User created'),
    'user.activated': t('User activated'),
    'user.deactivated': t('User deactivated'),
    'user.deleted': t('User deleted'),
    'webhook.test': t('Test event'),
  };
}
