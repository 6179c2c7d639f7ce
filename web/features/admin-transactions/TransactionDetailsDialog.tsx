import { SimpleGrid, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction, TransactionDetails } from '#contract/transactions.ts';
import { useErrorText } from '../../lib/errors.ts';
import { DetailsDialog } from '../../ui/DetailsDialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { BeneficiaryDetails } from '../review/BeneficiaryDetails.tsx';
import { ReceiptImage } from '../review/ReceiptImage.tsx';
import { DecidedBy } from '../transactions/cells.tsx';
import { DetailsList } from '../transactions/DetailsList.tsx';
import { RequestWarnings } from '../transactions/RequestWarnings.tsx';
import { TransactionNotes } from '../transactions/TransactionNotes.tsx';
import { useCurrentRow } from '../transactions/use-current-row.ts';
import { useFacts } from '../transactions/use-facts.tsx';

const SKELETON_ROWS = 6;

type TransactionDetailsDialogProps = {
  row: AdminTransaction | undefined;
  opened: boolean;
  onClose: () => void;
};

export function TransactionDetailsDialog(props: TransactionDetailsDialogProps) {
  const { row, opened, onClose } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { details, error, isGone, refetch } = useCurrentRow(row, opened);
  return (
    <DetailsDialog
      opened={opened}
      onClose={onClose}
      title={t('Transaction Details')}
      size={row?.receiptUrl ? 'xl' : 'lg'}
    >
      {details && !isGone && <Details details={details} />}
      {error && (!details || isGone) && (
        <ErrorState
          message={errorText(error, t('Failed to fetch transactions'))}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!details && !error && <ListSkeleton rows={SKELETON_ROWS} />}
    </DetailsDialog>
  );
}

function Details({ details }: { details: TransactionDetails }) {
  const { t } = useTranslation();
  const { receiptUrl } = details;
  return (
    <SimpleGrid cols={{ base: 1, sm: receiptUrl ? 2 : 1 }} spacing="lg">
      {receiptUrl && (
        <ReceiptImage key={details.id} url={receiptUrl} failedText={t('Failed to load receipt')} />
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
