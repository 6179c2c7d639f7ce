import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import { withApprovedReceipt } from '#contract/transactions/warnings.ts';
import { ConfirmDuplicate } from '#web/features/transactions/components/ConfirmDuplicate.tsx';
import { RequestWarnings } from '#web/features/transactions/components/RequestWarnings.tsx';
import { useErrorText } from '#web/lib/api/errors.ts';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import type { DialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { useAcceptFlow } from '../hooks/use-accept-flow.ts';
import { EvidenceTable } from './EvidenceTable.tsx';
import { LineCell } from './LineCell.tsx';
import { MatchReason } from './MatchReason.tsx';

/** A proposed match with the facts of line and request side by side. Approving it approves the deposit. */
export function MatchDialog({ viewed }: { viewed: DialogTarget<StatementMatch> }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const flow = useAcceptFlow(viewed.close);
  const match = viewed.target;
  const refusal = flow.refused.find(({ id }) => id === match?.id)?.refusal;
  const unexpected = t('Failed to process your request. Please try again.');
  const duplicates = match?.request ? withApprovedReceipt([match.request]) : [];
  const [isComparing, setIsComparing] = useState(false);
  return (
    <>
      <ActionDialog
        opened={viewed.isOpen}
        onClose={() => {
          viewed.close();
          flow.reset();
        }}
        title={t('Approve Deposit')}
        submitLabel={t('Approve')}
        pendingLabel={t('Approving...')}
        pending={flow.isPending}
        error={refusal ? errorText(refusal, unexpected) : flow.error}
        submitDisabled={refusal !== undefined}
        onSubmit={() =>
          duplicates.length > 0 ? setIsComparing(true) : match && flow.submit([match])
        }
        size="lg"
      >
        {match && <MatchReason match={match} />}
        {match?.request && (
          <>
            <RequestWarnings row={match.request} />
            <EvidenceTable line={match.line} request={match.request} />
          </>
        )}
        {match && (
          <div>
            <Text size="sm" c="dimmed">
              {t('Narration')}
            </Text>
            <LineCell line={match.line} />
          </div>
        )}
      </ActionDialog>
      <ConfirmDuplicate
        rows={duplicates}
        opened={viewed.isOpen && isComparing}
        onClose={() => setIsComparing(false)}
        onConfirm={() => match && flow.submit([match])}
      />
    </>
  );
}
