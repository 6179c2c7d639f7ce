import { Group, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OwnTransaction } from '#contract/transactions.ts';
import { useFormat } from '../../lib/format.ts';
import { Amount } from '../../ui/Amount.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PagedTable } from '../../ui/PagedTable.tsx';
import type { Column } from '../../ui/ResponsiveTable.tsx';
import { WeightedStateBadge } from '../../ui/StateBadge.tsx';
import { AccountNumber } from '../bank-accounts/AccountNumber.tsx';
import { useWithdrawalHistory } from './queries.ts';

/** The person's withdrawals, newest first. */
export function WithdrawalHistory() {
  const { t } = useTranslation();
  const format = useFormat();
  const history = useWithdrawalHistory();
  return (
    <PagedTable
      query={history}
      failed={t('Failed to fetch transactions')}
      caption={t('Withdrawal history')}
      columns={columnsOf(t, format.date)}
      rowKey={(row) => row.id}
      card={(row) => <HistoryCard row={row} />}
      empty={<NoHistory />}
    />
  );
}

function columnsOf(t: TFunction, date: (moment: Date) => string): Column<OwnTransaction>[] {
  return [
    { key: 'date', header: t('Date'), cell: (row) => date(row.createdAt) },
    {
      key: 'amount',
      header: t('Amount'),
      align: 'right',
      cell: (row) => <Amount paise={row.amountPaise} {...lookOf(row)} />,
    },
    { key: 'reference', header: t('Reference'), cell: (row) => row.referenceId },
    { key: 'bankAccount', header: t('Bank Account'), cell: (row) => <Beneficiary row={row} /> },
    {
      key: 'status',
      header: t('Status'),
      cell: (row) => <WeightedStateBadge state={row.status} />,
    },
  ];
}

/** What is no money yet, or never will be, is said quietly. */
function lookOf({ status }: OwnTransaction) {
  return status === 'approved' ? { fw: 600 } : { c: 'dimmed' };
}

/** Withdrawals that an administrator booked have no bank account. */
function Beneficiary({ row }: { row: OwnTransaction }) {
  if (!row.maskedAccountNumber) return '—';
  return (
    <>
      {row.bankName} <AccountNumber masked={row.maskedAccountNumber} c="dimmed" />
    </>
  );
}

function HistoryCard({ row }: { row: OwnTransaction }) {
  const { date } = useFormat();
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Amount paise={row.amountPaise} size="lg" {...lookOf(row)} />
        <WeightedStateBadge state={row.status} />
      </Group>
      <Text size="sm">
        <Beneficiary row={row} />
      </Text>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {row.referenceId}
        </Text>
        <Text size="sm" c="dimmed">
          {date(row.createdAt)}
        </Text>
      </Group>
    </Stack>
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
