import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AccountBalances } from '#contract/reconciliation/schema.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { QueryTable } from '#web/ui/table/QueryTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { useBalances } from '../queries.ts';

/** Received, matched and unclaimed money of each bank account, from the ledger. */
export function BalanceList() {
  const { t } = useTranslation();
  const balances = useBalances();
  const sums = useSums();
  const columns: Column<AccountBalances>[] = [
    { key: 'account', header: t('Account'), cell: ({ accountName }) => accountName },
    ...sums.map(({ key, label, read }) => ({
      key,
      header: label,
      align: 'right' as const,
      cell: (row: AccountBalances) => <Amount paise={read(row)} size="sm" />,
    })),
  ];
  return (
    <QueryTable
      query={balances}
      failed={t('Failed to load the balances')}
      columns={columns}
      tableFrom={MANY_COLUMNS}
      rowKey={({ accountId }) => accountId}
      caption={t('Balances')}
      card={(row) => <BalanceCard balances={row} sums={sums} />}
      empty={
        <EmptyState
          picture="records"
          title={t('No bank accounts yet')}
          description={t('Add the account that users pay to. Its statements can then be imported.')}
        />
      }
    />
  );
}

type Sum = { key: string; label: string; read: (row: AccountBalances) => bigint };

function useSums(): Sum[] {
  const { t } = useTranslation();
  return [
    {
      key: 'received',
      label: t('Received', { context: 'money' }),
      read: ({ bankPaise, paidOutPaise }) => bankPaise + paidOutPaise,
    },
    { key: 'matched', label: t('Matched'), read: ({ matchedPaise }) => matchedPaise },
    {
      key: 'unclaimed',
      label: t('Money without a request'),
      read: ({ unclaimedPaise }) => unclaimedPaise,
    },
    { key: 'notOurs', label: t('Not for us'), read: ({ notOursPaise }) => notOursPaise },
  ];
}

function BalanceCard({ balances, sums }: { balances: AccountBalances; sums: Sum[] }) {
  return (
    <Stack gap="2xs">
      <Text fw={600}>{balances.accountName}</Text>
      {sums.map(({ key, label, read }) => (
        <Group key={key} justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Amount paise={read(balances)} size="sm" />
        </Group>
      ))}
    </Stack>
  );
}
