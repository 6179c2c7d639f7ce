import { SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import type { Decision } from '#contract/review.ts';
import { isDecidable } from '#contract/rules.ts';
import { DetailsDialog } from '../../ui/DetailsDialog.tsx';
import { StateAlert } from '../../ui/StateAlert.tsx';
import { DecidedBy } from '../transactions/cells.tsx';
import { DetailsList } from '../transactions/DetailsList.tsx';
import { RequestWarnings } from '../transactions/RequestWarnings.tsx';
import { TransactionNotes } from '../transactions/TransactionNotes.tsx';
import { useCurrentRow } from '../transactions/use-current-row.ts';
import { useFacts } from '../transactions/use-facts.tsx';
import { ConfirmWithoutReceipt } from './ConfirmWithoutReceipt.tsx';
import { ReceiptImage } from './ReceiptImage.tsx';
import type { ViewDialogProps } from './ReviewPage.tsx';
import { ViewActions } from './ViewActions.tsx';

/** Shows a deposit's receipt next to the details that the user entered. */
export function DepositReceiptDialog({ row, opened, onClose, onDecide }: ViewDialogProps) {
  const { t } = useTranslation();
  const { current, isGone } = useCurrentRow(row, opened);
  const facts = useFacts('receipt');
  const [seenId, setSeenId] = useState<string>();
  const [isConfirming, setIsConfirming] = useState(false);
  const decide = (decision: Decision) => {
    if (decision === 'approved' && seenId !== current?.id) setIsConfirming(true);
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
              key={current.id}
              url={current.receiptUrl}
              failedText={t('Failed to load receipt image')}
              onSeen={() => setSeenId(current.id)}
            />
            <Stack gap="sm">
              <RequestWarnings row={current} />
              <DetailsList details={facts(current)} />
              <DecidedBy row={current} />
              <TransactionNotes transaction={current} />
            </Stack>
          </SimpleGrid>
          <ViewActions
            type="deposit"
            isDecidable={isDecidable(current) && !isGone}
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
