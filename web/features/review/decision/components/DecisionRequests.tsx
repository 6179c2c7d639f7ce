import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { LeftOutRequests } from '#web/features/transactions/components/LeftOutRequests.tsx';
import { RequestTable } from '#web/features/transactions/components/RequestTable.tsx';
import type { DecisionDialogState } from '../hooks/use-decision-dialog.ts';

/** The requests of a bulk decision: those that it decides with their sum, and those that an approval leaves out. */
export function DecisionRequests({ decision }: { decision: DecisionDialogState }) {
  const { t } = useTranslation();
  const { rows, chosen } = decision;
  const leftOut = rows.filter((row) => !chosen.includes(row));
  const count = chosen.length;
  const total = formatRupees(chosen.reduce((sum, { amountPaise }) => sum + amountPaise, 0));
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {decision.decision === 'approved'
          ? t('{{count}} without warnings, {{total}}', { count, total })
          : t('{{count}} selected, {{total}}', { count, total })}
      </Text>
      {count > 0 && <RequestTable rows={chosen} label={t('Selected requests')} />}
      <LeftOutRequests rows={leftOut} />
    </>
  );
}
