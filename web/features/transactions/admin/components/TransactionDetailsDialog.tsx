import { SimpleGrid, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction, TransactionDetails } from '#contract/transactions/schema.ts';
import { BeneficiaryDetails } from '#web/features/transactions/components/BeneficiaryDetails.tsx';
import { ReceiptImage } from '#web/features/transactions/components/ReceiptImage.tsx';
import { useErrorText } from '#web/lib/api/errors.ts';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { DecidedBy } from '../../components/Cells.tsx';
import { DetailsList } from '../../components/DetailsList.tsx';
import { ReplacedReceipts } from '../../components/ReplacedReceipts.tsx';
import { RequestWarnings } from '../../components/RequestWarnings.tsx';
import { TransactionNotes } from '../../components/TransactionNotes.tsx';
import { useCurrentRow } from '../../hooks/use-current-row.ts';
import { useFacts } from '../../hooks/use-facts.tsx';

const SKELETON_ROWS = 6;

type TransactionDetailsDialogProps = {
  row: AdminTransaction | undefined;
  opened: boolean;
  onClose: () => void;
};

export function TransactionDetailsDialog(props: TransactionDetailsDialogProps) {
  const { row, opened, onClose } = props;
  const { t } = useTranslation();
  return (
    <DetailsDialog
      opened={opened}
      onClose={onClose}
      title={t('Transaction Details')}
      size={row?.receiptUrl ? 'xl' : 'lg'}
    >
      <CurrentTransaction row={row} isShown={opened} />
    </DetailsDialog>
  );
}

type CurrentTransactionProps = {
  row: Pick<AdminTransaction, 'id'> | undefined;
  isShown: boolean;
};

/** The details of a transaction as they are now, with its receipt. */
export function CurrentTransaction({ row, isShown }: CurrentTransactionProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { details, error, isGone, refetch } = useCurrentRow(row, isShown);
  return (
    <>
      {details && !isGone && <Details details={details} />}
      {error && (!details || isGone) && (
        <ErrorState
          message={errorText(error, t('Failed to fetch transactions'))}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!details && !error && <ListSkeleton rows={SKELETON_ROWS} />}
    </>
  );
}

function Details({ details }: { details: TransactionDetails }) {
  const { t } = useTranslation();
  const { receiptUrl } = details;
  return (
    <SimpleGrid cols={{ base: 1, sm: receiptUrl ? 2 : 1 }} spacing="lg">
      {receiptUrl && (
        <ReceiptImage key={receiptUrl} url={receiptUrl} failedText={t('Failed to load receipt')} />
      )}
      <Facts details={details} />
    </SimpleGrid>
  );
}

function Facts({ details }: { details: TransactionDetails }) {
  const { t } = useTranslation();
  const facts = useFacts('admin');
  return (
    <Stack gap="sm">
      <RequestWarnings row={details} />
      <DetailsList details={facts(details)} />
      <DecidedBy row={details} />
      <ReplacedReceipts row={details} replaced={details.replacedReceipts} />
      <TransactionNotes transaction={details} />
      {details.beneficiary && (
        <>
          <Title order={3} size="h5">
            {t('Bank Account Details')}
          </Title>
          <BeneficiaryDetails beneficiary={details.beneficiary} />
        </>
      )}
    </Stack>
  );
}
