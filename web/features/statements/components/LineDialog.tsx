import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { StatementLineView } from '#contract/statements/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import type { Detail } from '../../transactions/components/DetailsList.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { Money } from './Money.tsx';

type LineDialogProps = { row: StatementLineView; opened: boolean; onClose: () => void };

/** All that a bank statement says about one payment. */
export function LineDialog({ row, opened, onClose }: LineDialogProps) {
  const { t } = useTranslation();
  return (
    <DetailsDialog opened={opened} onClose={onClose} title={t('Line of a bank statement')}>
      <DetailsList details={useDetails(row)} />
    </DetailsDialog>
  );
}

function useDetails(row: StatementLineView): Detail[] {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { utr, ourReference, valueOn, balancePaise } = row;
  return [
    { label: t('Amount'), value: <Money row={row} /> },
    { label: t('Date'), value: date(dayToDate(row.bookedOn)) },
    ...(valueOn && valueOn !== row.bookedOn
      ? [{ label: t('Value date'), value: date(dayToDate(valueOn)) }]
      : []),
    { label: t('Account'), value: row.accountName },
    { label: t('Text of the bank'), value: row.narration || '—' },
    ...(row.reference ? [{ label: t('Reference of the bank'), value: row.reference }] : []),
    ...(row.transactionId
      ? [{ label: t('Transaction ID of the bank'), value: row.transactionId }]
      : []),
    { label: 'UTR', value: utr ?? '—', ...(utr && { copy: { kind: 'utr' as const, value: utr } }) },
    ...(row.rail ? [{ label: t('Payment Method'), value: row.rail.toUpperCase() }] : []),
    ...(row.vpa ? [{ label: t('UPI ID of the payer'), value: row.vpa }] : []),
    ...(ourReference
      ? [
          {
            label: t('Reference of a deposit'),
            value: ourReference,
            copy: { kind: 'reference' as const, value: ourReference },
          },
        ]
      : []),
    {
      label: t('Balance afterwards'),
      value: balancePaise === null ? '—' : formatRupees(balancePaise),
    },
    ...(row.isReturn
      ? [{ label: t('Note'), value: t('The text says that a payment was returned.') }]
      : []),
  ];
}
