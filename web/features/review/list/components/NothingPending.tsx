import { useTranslation } from 'react-i18next';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';

/** Shown when no request of a type is pending. */
export function NothingPending({ type }: { type: TransactionType }) {
  const { t } = useTranslation();
  return type === 'deposit' ? (
    <EmptyState
      picture="inbox"
      title={t('No pending deposits')}
      description={t('All deposit requests have been processed')}
    />
  ) : (
    <EmptyState
      picture="inbox"
      title={t('No pending withdrawals')}
      description={t('All withdrawal requests have been processed')}
    />
  );
}
