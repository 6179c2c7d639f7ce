import { Checkbox, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { RequestTable } from './RequestTable.tsx';

type RequestsToCheckProps = {
  rows: AdminTransaction[];
  isChecked: (row: AdminTransaction) => boolean;
  isPending: boolean;
  onToggle: (row: AdminTransaction) => void;
};

/** Requests with warnings, each with a checkbox: only those that are ticked are approved. */
export function RequestsToCheck({ rows, isChecked, isPending, onToggle }: RequestsToCheckProps) {
  const { t } = useTranslation();
  const label = t('{{count}} with warnings', { count: rows.length });
  return (
    <Stack gap="2xs">
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm" c="dimmed">
        {t('Tick each request that you have checked. Those without a tick stay pending.')}
      </Text>
      <RequestTable
        rows={rows}
        label={label}
        first={(row) => (
          <Checkbox
            aria-label={t('Select {{amount}}, {{user}}', {
              amount: formatRupees(row.amountPaise),
              user: row.userName,
            })}
            checked={isChecked(row)}
            disabled={isPending}
            onChange={() => onToggle(row)}
          />
        )}
      />
    </Stack>
  );
}
