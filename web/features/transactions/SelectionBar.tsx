import { Button, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/money.ts';
import { useFormat } from '../../lib/format.ts';
import type { Decision } from './queries.ts';
import classes from './ReviewPage.module.css';
import type { Selection } from './use-selection.ts';

type SelectionBarProps = { selection: Selection; onDecide: (decision: Decision) => void };

/** How many requests are chosen, for how much, and what can be done with all of them. */
export function SelectionBar({ selection, onDecide }: SelectionBarProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
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
          {t('{{number}} selected, {{total}}', {
            number: number(rows.length),
            total: formatRupees(total),
          })}
        </Text>
        <Group gap="xs">
          <Button size="sm" variant="default" onClick={selection.clear}>
            {t('Clear selection')}
          </Button>
          <Button size="sm" variant="light" color="red" onClick={() => onDecide('reject')}>
            {t('Reject selected')}
          </Button>
          <Button size="sm" color="green" onClick={() => onDecide('approve')}>
            {t('Approve selected')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
