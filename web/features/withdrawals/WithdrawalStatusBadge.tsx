import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TransactionStatus } from '#contract/rules.ts';

/** A withdrawal's status in the history: plain for approved, red for rejected, an outline otherwise. */
export function WithdrawalStatusBadge({ status }: { status: TransactionStatus }) {
  const { t } = useTranslation();
  const common = { radius: 'sm', tt: 'none' } as const;
  if (status === 'approved') return <Badge {...common}>{t('Approved')}</Badge>;
  if (status === 'rejected') {
    return (
      <Badge {...common} color="red">
        {t('Rejected')}
      </Badge>
    );
  }
  return (
    <Badge {...common} variant="outline" color="gray">
      {t('Pending')}
    </Badge>
  );
}
