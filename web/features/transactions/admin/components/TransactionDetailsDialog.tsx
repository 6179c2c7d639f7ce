import { SimpleGrid, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees, toDecimal } from '#contract/shared/money.ts';
import type { AdminTransaction, TransactionDetails } from '#contract/transactions/schema.ts';
import { BeneficiaryDetails } from '#web/features/review/request/components/BeneficiaryDetails.tsx';
import { ReceiptImage } from '#web/features/review/request/components/ReceiptImage.tsx';
import { Translated } from '#web/features/translations/components/Translated.tsx';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { DecidedBy } from '../../components/Cells.tsx';
import { type Detail, DetailsList } from '../../components/DetailsList.tsx';
import { RequestWarnings } from '../../components/RequestWarnings.tsx';
import { TransactionNotes } from '../../components/TransactionNotes.tsx';
import { useCurrentRow } from '../../hooks/use-current-row.ts';
import { usePaymentMethodText } from '../../hooks/use-payment-method-text.ts';

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
  const facts = useFacts();
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

function useFacts(): (row: TransactionDetails) => Detail[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const paymentMethod = usePaymentMethodText();
  return (row) => [
    { label: t('Transaction ID'), value: row.id, copy: { kind: 'transactionId', value: row.id } },
    {
      label: t('Reference'),
      value: row.referenceId,
      copy: { kind: 'reference', value: row.referenceId },
    },
    {
      label: t('Amount'),
      value: formatRupees(row.amountPaise),
      copy: { kind: 'amount', value: toDecimal(row.amountPaise) },
    },
    { label: t('User'), value: row.userName },
    { label: t('Status'), value: <StateBadge state={row.status} /> },
    { label: t('Date'), value: dateTime(row.createdAt) },
    { label: t('Type'), value: row.type === 'deposit' ? t('Deposit') : t('Withdrawal') },
    { label: t('Payment Method'), value: paymentMethod(row) },
    {
      label: t('Source'),
      value: row.sourceName ? <Translated text={row.sourceName} /> : t('None'),
    },
  ];
}
