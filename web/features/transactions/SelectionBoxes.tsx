import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/money.ts';
import { isDecidable } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import type { Selection } from './use-selection.ts';

type RowBoxProps = { row: AdminTransaction; selection: Selection };

/** Chooses one request; nothing on one that is decided. */
export function RowBox({ row, selection }: RowBoxProps) {
  const { t } = useTranslation();
  if (!isDecidable(row)) return null;
  return (
    <Checkbox
      aria-label={t('Select {{amount}}, {{user}}', {
        amount: formatRupees(row.amountPaise),
        user: row.userName,
      })}
      checked={selection.has(row)}
      onChange={() => selection.toggle(row)}
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
