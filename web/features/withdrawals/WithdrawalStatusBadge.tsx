import { Badge, type BadgeProps } from '@mantine/core';
import type { TransactionStatus } from '#contract/rules.ts';
import { useStatusLabels } from '../transactions/use-status-labels.ts';

const LOOKS: Record<TransactionStatus, BadgeProps> = {
  approved: { variant: 'filled' },
  rejected: { variant: 'filled', color: 'red' },
  pending: { variant: 'outline', color: 'gray' },
};

/** A withdrawal's status in the history: plain for approved, red for rejected, an outline otherwise. */
export function WithdrawalStatusBadge({ status }: { status: TransactionStatus }) {
  const labels = useStatusLabels();
  return (
    <Badge radius="sm" tt="none" {...LOOKS[status]}>
      {labels[status]}
    </Badge>
  );
}
