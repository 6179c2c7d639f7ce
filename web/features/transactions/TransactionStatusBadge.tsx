import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TransactionStatus } from '#contract/rules.ts';

const COLORS: Record<TransactionStatus, string> = {
  approved: 'green',
  rejected: 'red',
  pending: 'orange',
};

/** A transaction's status in its colour: approved green, rejected red, pending orange. */
export function TransactionStatusBadge({ status }: { status: TransactionStatus }) {
  const { t } = useTranslation();
  const labels: Record<TransactionStatus, string> = {
    approved: t('Approved'),
    rejected: t('Rejected'),
    pending: t('Pending'),
  };
  return (
    <Badge color={COLORS[status]} variant="light" radius="sm" tt="none" miw="max-content">
      {labels[status]}
    </Badge>
  );
}
