import { Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/money.ts';
import type { Decision } from '#contract/review.ts';
import { isDecidable } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { ACTS } from '../../ui/states.ts';
import classes from './ReviewPage.module.css';
import type { Selection } from './use-selection.ts';

type SelectionBarProps = { selection: Selection; onDecide: (decision: Decision) => void };

/** How many requests are chosen, for how much, and what can be done with all of them. */
export function SelectionBar({ selection, onDecide }: SelectionBarProps) {
  const { t } = useTranslation();
  const { rows } = selection;
  if (rows.length === 0) return null;
  const total = rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return (
    <Paper
      withBorder
      shadow="md"
      p="sm"
      mt="md"
      className={classes.bar}
      component="section"
      aria-label={t('Selected requests')}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={600} role="status">
          {t('{{count}} selected, {{total}}', {
            count: rows.length,
            total: formatRupees(total),
          })}
        </Text>
        <Group gap="xs">
          <Button size="sm" variant="default" onClick={selection.clear}>
            {t('Clear selection')}
          </Button>
          <Button
            size="sm"
            variant="light"
            color={ACTS.destroy}
            onClick={() => onDecide('rejected')}
          >
            {t('Reject selected')}
          </Button>
          <Button size="sm" color={ACTS.approve} onClick={() => onDecide('approved')}>
            {t('Approve selected')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

type RowBoxProps = { row: AdminTransaction } & Pick<Selection, 'ids' | 'toggle'>;

/** Chooses one request; on one that is decided only its room is left. */
export function RowBox({ row, ids, toggle }: RowBoxProps) {
  const { t } = useTranslation();
  return (
    <Checkbox
      aria-label={t('Select {{amount}}, {{user}}', {
        amount: formatRupees(row.amountPaise),
        user: row.userName,
      })}
      checked={ids.has(row.id)}
      style={isDecidable(row) ? undefined : { visibility: 'hidden' }}
      onChange={() => toggle(row)}
    />
  );
}

/** Chooses all requests shown, or none. */
export function AllBox({ rows, selection }: { rows: AdminTransaction[]; selection: Selection }) {
  const { t } = useTranslation();
  const total = rows.filter(isDecidable).length;
  const chosen = selection.rows.length;
  return (
    <Checkbox
      aria-label={t('Select all requests shown')}
      checked={total > 0 && chosen === total}
      indeterminate={chosen > 0 && chosen < total}
      disabled={total === 0}
      onChange={selection.toggleAll}
    />
  );
}
