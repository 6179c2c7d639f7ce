import { SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review/schema.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { isDecidable } from '#contract/transactions/states.ts';
import {
  useIsHeld,
  WaitingConfirmation,
} from '#web/features/approvals/components/WaitingApproval.tsx';
import { BankEvidence } from '#web/features/reconciliation/components/BankEvidence.tsx';
import { DecidedBy } from '#web/features/transactions/components/Cells.tsx';
import { DetailsList } from '#web/features/transactions/components/DetailsList.tsx';
import { ReceiptImage } from '#web/features/transactions/components/ReceiptImage.tsx';
import { ReplacedReceipts } from '#web/features/transactions/components/ReplacedReceipts.tsx';
import { RequestWarnings } from '#web/features/transactions/components/RequestWarnings.tsx';
import { TransactionNotes } from '#web/features/transactions/components/TransactionNotes.tsx';
import { useCurrentRow } from '#web/features/transactions/hooks/use-current-row.ts';
import { useFacts } from '#web/features/transactions/hooks/use-facts.tsx';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { ConfirmWithoutReceipt } from '../../decision/components/ConfirmWithoutReceipt.tsx';
import type { ViewDialogProps } from '../../list/pages/ReviewPage.tsx';
import { ViewActions } from './ViewActions.tsx';

/** Shows a deposit's receipt next to the details that the user entered. */
export function DepositReceiptDialog({ row, opened, onClose, onDecide }: ViewDialogProps) {
  const { t } = useTranslation();
  const { current, details, isGone } = useCurrentRow(row, opened);
  const isHeld = useIsHeld(opened ? current?.id : undefined);
  const facts = useFacts('receipt');
  const [seenUrl, setSeenUrl] = useState<string | null>();
  const [isConfirming, setIsConfirming] = useState(false);
  const decide = (decision: Decision) => {
    if (decision === 'approved' && seenUrl !== current?.receiptUrl) setIsConfirming(true);
    else onDecide(decision);
  };
  return (
    <DetailsDialog opened={opened} onClose={onClose} title={t('Deposit Receipt')} size="xl">
      {current && (
        <Stack gap="md">
          {isGone && (
            <StateAlert
              state="failed"
              title={t('Cannot view receipt: invalid deposit data')}
              role="alert"
            >
              {t(errorTable.TRANSACTION_NOT_FOUND.message)}
            </StateAlert>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
            <ReceiptImage
              key={current.receiptUrl}
              url={current.receiptUrl}
              failedText={t('Failed to load receipt image')}
              onSeen={() => setSeenUrl(current.receiptUrl)}
            />
            <Stack gap="sm">
              {isDecidable(current) && <WaitingConfirmation transactionId={current.id} />}
              <RequestWarnings row={current} />
              <DetailsList details={facts(current)} />
              {opened && <BankEvidence id={current.id} />}
              <DecidedBy row={current} />
              <ReplacedReceipts row={current} replaced={details?.replacedReceipts} />
              <TransactionNotes transaction={current} />
            </Stack>
          </SimpleGrid>
          <ViewActions
            type="deposit"
            isDecidable={isDecidable(current) && !isGone && !isHeld}
            onClose={onClose}
            onDecide={decide}
          />
          <ConfirmWithoutReceipt
            opened={isConfirming}
            onClose={() => setIsConfirming(false)}
            onConfirm={() => onDecide('approved')}
          />
        </Stack>
      )}
    </DetailsDialog>
  );
}
