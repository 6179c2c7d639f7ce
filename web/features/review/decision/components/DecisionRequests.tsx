import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { RequestsToCheck } from '#web/features/transactions/components/RequestsToCheck.tsx';
import { RequestTable } from '#web/features/transactions/components/RequestTable.tsx';
import type { DecisionDialogState } from '../hooks/use-decision-dialog.ts';
import { isFlagged } from '../model/flagged.ts';

/** The requests of a bulk decision. An approval lists requests with warnings first, each with a checkbox. */
export function DecisionRequests({ decision }: { decision: DecisionDialogState }) {
  const { t } = useTranslation();
  const { rows, chosen } = decision;
  const isApproval = decision.decision === 'approved';
  const flagged = isApproval ? rows.filter(isFlagged) : [];
  const others = isApproval ? rows.filter((row) => !isFlagged(row)) : rows;
  const total = formatRupees(chosen.reduce((sum, { amountPaise }) => sum + amountPaise, 0));
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {t('{{count}} selected, {{total}}', { count: chosen.length, total })}
      </Text>
      {flagged.length > 0 && (
        <RequestsToCheck
          rows={flagged}
          isChecked={({ id }) => decision.checkedIds.has(id)}
          isPending={decision.isPending}
          onToggle={({ id }) => decision.toggleChecked(id)}
        />
      )}
      {others.length > 0 && <RequestTable rows={others} label={t('Selected requests')} />}
    </>
  );
}
