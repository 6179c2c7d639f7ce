import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/money.ts';
import { isDecidable } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import type { Decision } from './queries.ts';

type RowActionsProps = {
  row: AdminTransaction;
  /** Small and side by side in a table's row, full width and easy to hit on a card. */
  layout: 'row' | 'card';
  /** What looking at it is called, such as 'View receipt'. */
  viewLabel: string;
  onView: (row: AdminTransaction) => void;
  onDecide: (decision: Decision, row: AdminTransaction) => void;
};

/** What can be done with a request; each button's name says with whose. */
export function RowActions({ row, layout, viewLabel, onView, onDecide }: RowActionsProps) {
  const { t } = useTranslation();
  const isCard = layout === 'card';
  const size = isCard ? 'sm' : 'compact-sm';
  const subject = { amount: formatRupees(row.amountPaise), user: row.userName };
  const name = (action: string) => t('{{action}}: {{amount}}, {{user}}', { action, ...subject });
  return (
    // Longer languages need a second line rather than half a word, or a button out of sight.
    <Group gap={6} justify="flex-end" grow={isCard} preventGrowOverflow={false}>
      <Button
        size={size}
        variant="default"
        aria-label={name(viewLabel)}
        title={viewLabel}
        onClick={() => onView(row)}
      >
        {t('View')}
      </Button>
      {isDecidable(row) && (
        <>
          <Button
            size={size}
            color="green"
            variant={isCard ? 'filled' : 'light'}
            aria-label={name(t('Approve'))}
            onClick={() => onDecide('approve', row)}
          >
            {t('Approve')}
          </Button>
          <Button
            size={size}
            color="red"
            variant="light"
            aria-label={name(t('Reject'))}
            onClick={() => onDecide('reject', row)}
          >
            {t('Reject')}
          </Button>
        </>
      )}
    </Group>
  );
}
