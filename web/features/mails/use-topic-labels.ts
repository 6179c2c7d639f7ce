import { useTranslation } from 'react-i18next';
import type { Topic } from '#contract/notifications/rules.ts';

export function useTopicLabels(): Record<Topic, string> {
  const { t } = useTranslation();
  return {
    security: t('Security alerts'),
    deposits: t('Deposits'),
    withdrawals: t('Withdrawals'),
    balance: t('Balance adjustments'),
    account: t('Verification and closure of the account'),
    support: t('Answers from support'),
    approvals: t('Second approvals'),
    changes: t('Sensitive changes by other admins'),
    work: t('Messages, closure requests and stopped webhooks'),
  };
}
