import { Checkbox, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
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
      {flagged.length > 0 && <FlaggedRequests rows={flagged} decision={decision} />}
      {others.length > 0 && <RequestTable rows={others} label={t('Selected requests')} />}
    </>
  );
}

function FlaggedRequests({
  rows,
  decision,
}: {
  rows: AdminTransaction[];
  decision: DecisionDialogState;
}) {
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
            checked={decision.checkedIds.has(row.id)}
            disabled={decision.isPending}
            onChange={() => decision.toggleChecked(row.id)}
          />
        )}
      />
    </Stack>
  );
}
