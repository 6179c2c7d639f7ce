import { Anchor, Stack, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { isPosted, isRefused, toShownStatus } from '#contract/transactions/states.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { WeightedStateBadge } from '#web/ui/state/StateBadge.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { AccountNumber } from '../../bank-accounts/components/AccountNumber.tsx';
import { useNotesText } from '../../transactions/hooks/use-reason-text.ts';
import { OwnTransactionDialog } from '../../transactions/passbook/components/TransactionDialog.tsx';
import { useWithdrawalHistory } from '../queries.ts';
import classes from './WithdrawalHistory.module.css';

type OnView = (row: OwnTransaction) => void;

/** The user's withdrawals, newest first; each expands to its timeline. */
export function WithdrawalHistory() {
  const { t } = useTranslation();
  const format = useFormat();
  const history = useWithdrawalHistory();
  const viewed = useDialogTarget<OwnTransaction>();
  const onView = useCallbackRef(viewed.open);
  return (
    <>
      <PagedTable
        query={history}
        failed={t('Failed to fetch transactions')}
        caption={t('Withdrawal history')}
        columns={columnsOf(t, format.date, onView)}
        rowKey={(row) => row.id}
        card={(row) => <HistoryCard row={row} onView={onView} />}
        empty={<NoHistory />}
      />
      <OwnTransactionDialog id={viewed.target?.id} opened={viewed.isOpen} onClose={viewed.close} />
    </>
  );
}

function columnsOf(
  t: TFunction,
  date: (moment: Date) => string,
  onView: OnView,
): Column<OwnTransaction>[] {
  return [
    { key: 'date', header: t('Date'), cell: (row) => date(row.createdAt) },
    {
      key: 'amount',
      header: t('Amount'),
      align: 'right',
      cell: (row) => <Amount paise={row.amountPaise} {...lookOf(row)} />,
    },
    {
      key: 'reference',
      header: t('Reference'),
      cell: (row) => <ReferenceButton row={row} onView={onView} />,
    },
    { key: 'bankAccount', header: t('Bank Account'), cell: (row) => <Beneficiary row={row} /> },
    {
      key: 'status',
      header: t('Status'),
      cell: (row) => (
        <Stack gap="3xs" align="flex-start">
          <WeightedStateBadge state={toShownStatus(row)} />
          <RejectionReason row={row} />
        </Stack>
      ),
    },
  ];
}

/** Pending and rejected amounts are dimmed. */
function lookOf({ status }: OwnTransaction) {
  return isPosted({ status }) ? { fw: 600 } : { c: 'dimmed' };
}

/** A withdrawal recorded by an administrator has no bank account. */
function Beneficiary({ row }: { row: OwnTransaction }) {
  if (!row.maskedAccountNumber) return '—';
  return (
    <>
      <span>{row.bankName}</span> <AccountNumber masked={row.maskedAccountNumber} c="dimmed" />
    </>
  );
}

function RejectionReason({ row }: { row: OwnTransaction }) {
  const { t } = useTranslation();
  const notesText = useNotesText();
  if (!isRefused(row) || !row.adminNotes) return null;
  return (
    <Text size="xs" c="dimmed" maw="20rem" className={classes.reason}>
      {t('Rejection Reason:')} {notesText(row.adminNotes, row.reason)}
    </Text>
  );
}

type ViewedRow = { row: OwnTransaction; onView: OnView };

/** The reference, which opens the details: the specification has no column for a button. */
function ReferenceButton({ row, onView }: ViewedRow) {
  const { t } = useTranslation();
  const name = `${t('Details')}: ${row.referenceId}`;
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      className={classes.open}
      aria-label={name}
      onClick={() => onView(row)}
    >
      {row.referenceId}
    </Anchor>
  );
}

/** The reference is a button that covers the whole card. */
function HistoryCard({ row, onView }: ViewedRow) {
  const { date } = useFormat();
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <Amount paise={row.amountPaise} {...lookOf(row)} />
        <WeightedStateBadge state={toShownStatus(row)} />
      </div>
      <Text size="xs" component="div" className={classes.beneficiary}>
        <Beneficiary row={row} />
      </Text>
      <div className={classes.line}>
        <ReferenceButton row={row} onView={onView} />
        <Text span size="xs" c="dimmed" className={classes.date}>
          {date(row.createdAt)}
        </Text>
      </div>
      <RejectionReason row={row} />
    </div>
  );
}

function NoHistory() {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture="passbook"
      title={t('No withdrawals yet')}
      description={t('Your withdrawal requests will appear here')}
    />
  );
}
