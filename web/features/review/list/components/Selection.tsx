import { Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_DECISIONS_AT_ONCE } from '#contract/review/rules.ts';
import type { Decision } from '#contract/review/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { isDecidable } from '#contract/transactions/states.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { RowCheckbox } from '#web/ui/table/RowControls.tsx';
import type { ReviewState } from '../hooks/use-review.ts';
import { type SelectAll, useSelectAll } from '../hooks/use-select-all.ts';
import { type Selection, useIsSelected, useSelectedRows } from '../hooks/use-selection.ts';
import classes from '../pages/ReviewPage.module.css';

type SelectionBarProps = {
  review: ReviewState;
  selection: Selection;
  onDecide: (decision: Decision, rows: AdminTransaction[]) => void;
};

/** Number and total amount of the selected requests, with bulk actions. */
export function SelectionBar({ review, selection, onDecide }: SelectionBarProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const all = useSelectAll(review, selection);
  const rows = all.selected;
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
          {all.isCut && (
            <Text span size="sm" fw={400} c="dimmed" display="block">
              {t('Up to {{number}} can be decided together', {
                number: number(MAX_DECISIONS_AT_ONCE),
              })}
            </Text>
          )}
        </Text>
        <Group gap="xs">
          {all.isOffered && <SelectAllButton all={all} />}
          <Button size="sm" variant="default" onClick={selection.clear}>
            {t('Clear selection')}
          </Button>
          <Button
            size="sm"
            variant="light"
            color={ACTION_COLORS.destroy}
            onClick={() => onDecide('rejected', rows)}
          >
            {t('Reject selected')}
          </Button>
          <Button
            size="sm"
            color={ACTION_COLORS.approve}
            onClick={() => onDecide('approved', rows)}
          >
            {t('Approve selected')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

/** Selects all pending requests, including those on pages not fetched yet. */
function SelectAllButton({ all }: { all: SelectAll }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const label = () => {
    if (all.total === undefined) return t('Select all that match');
    return all.total > MAX_DECISIONS_AT_ONCE
      ? t('Select the newest {{number}}', { number: number(MAX_DECISIONS_AT_ONCE) })
      : t('Select all {{number}}', { number: number(all.total) });
  };
  return (
    <Button size="sm" variant="default" loading={all.isFetching} onClick={all.run}>
      {label()}
    </Button>
  );
}

type RowBoxProps = { row: AdminTransaction; selection: Selection; isCard?: boolean };

/** Checkbox of a request; a decided request has an empty space instead. */
export function RowBox({ row, selection, isCard = false }: RowBoxProps) {
  const { t } = useTranslation();
  return (
    <RowCheckbox
      aria-label={t('Select {{amount}}, {{user}}', {
        amount: formatRupees(row.amountPaise),
        user: row.userName,
      })}
      checked={useIsSelected(selection, row.id)}
      isHidden={!isDecidable(row)}
      isTarget={isCard}
      onChange={() => selection.toggle(row)}
    />
  );
}

export function AllBox({ rows, selection }: { rows: AdminTransaction[]; selection: Selection }) {
  const { t } = useTranslation();
  const total = rows.filter(isDecidable).length;
  const chosen = useSelectedRows(selection, rows).length;
  return (
    <Checkbox
      aria-label={t('Select all requests shown')}
      checked={total > 0 && chosen === total}
      indeterminate={chosen > 0 && chosen < total}
      disabled={total === 0}
      onChange={() => selection.toggleAll(rows)}
    />
  );
}
