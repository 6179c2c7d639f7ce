import { SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import type { Decision } from '#contract/review.ts';
import { isDecidable } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { DetailsDialog } from '../../../ui/DetailsDialog.tsx';
import { StateAlert } from '../../../ui/StateAlert.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { DecidedBy } from '../../transactions/cells.tsx';
import { type Detail, DetailsList } from '../../transactions/DetailsList.tsx';
import { RequestWarnings } from '../../transactions/RequestWarnings.tsx';
import { TransactionNotes } from '../../transactions/TransactionNotes.tsx';
import { useCurrentRow } from '../../transactions/use-current-row.ts';
import { Translated } from '../../translations/Translated.tsx';
import { ConfirmWithoutReceipt } from '../decision/ConfirmWithoutReceipt.tsx';
import type { ViewDialogProps } from '../list/ReviewPage.tsx';
import { ReceiptImage } from './ReceiptImage.tsx';
import { useRequestFacts } from './use-request-facts.tsx';
import { ViewActions } from './ViewActions.tsx';

/** Shows a deposit's receipt next to the details that the user entered. */
export function DepositReceiptDialog({ row, opened, onClose, onDecide }: ViewDialogProps) {
  const { t } = useTranslation();
  const { current, isGone } = useCurrentRow(row, opened);
  const details = useDetails();
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
              <DetailsList details={details(current)} />
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

function useDetails(): (row: AdminTransaction) => Detail[] {
  const { t } = useTranslation();
  const facts = useRequestFacts();
  return (row) => [
    {
      label: t('Reference'),
      value: row.referenceId,
      copy: { kind: 'reference', value: row.referenceId },
    },
    ...facts(row),
    { label: t('Status'), value: <StateBadge state={row.status} /> },
    ...(row.sourceName
      ? [{ label: t('Source'), value: <Translated text={row.sourceName} /> }]
      : []),
  ];
}
