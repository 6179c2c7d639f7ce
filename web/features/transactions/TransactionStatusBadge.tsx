import { Badge } from '@mantine/core';
import type { TransactionStatus } from '#contract/rules.ts';
import { useStatusLabels } from './use-status-labels.ts';

const COLORS: Record<TransactionStatus, string> = {
  approved: 'green',
  rejected: 'red',
  pending: 'orange',
};

/** A transaction's status in its colour: approved green, rejected red, pending orange. */
export function TransactionStatusBadge({ status }: { status: TransactionStatus }) {
  const labels = useStatusLabels();
  return (
    <Badge color={COLORS[status]} variant="light" radius="sm" tt="none" miw="max-content">
      {labels[status]}
    </Badge>
  );
}
