import { Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PassbookRow, TransactionFilters } from '#contract/transactions.ts';
import { useFormat } from '../../lib/format.ts';
import { dayNumber } from '../../lib/time.ts';
import { isFiltered } from '../../lib/transaction-filters.ts';
import { DayLabel } from '../../ui/DayLabel.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LongTable } from '../../ui/LongTable.tsx';
import { PagedList } from '../../ui/PagedTable.tsx';
import type { Column } from '../../ui/ResponsiveTable.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import classes from './PassbookList.module.css';
import {
  PassbookCard,
  RunningBalance,
  TransactionAmount,
  TransactionLines,
} from './PassbookRow.tsx';
import { usePassbook } from './queries.ts';
import { useLiveHighlight } from './use-live-highlight.ts';
import { useWayBack } from './use-way-back.ts';

/** The rows that match the filters, newest first. */
export function PassbookList({ filters }: { filters: TransactionFilters }) {
  const { t } = useTranslation();
  const passbook = usePassbook(filters);
  const highlighted = useLiveHighlight();
  const showMore = () => {
    if (passbook.hasNextPage && !passbook.isFetchingNextPage) void passbook.fetchNextPage();
  };
  useWayBack({
    pages: passbook.data?.pages.length ?? 0,
    isFetching: passbook.isFetching,
    hasMore: passbook.hasNextPage,
    onMore: showMore,
  });
  const count = passbook.data?.pages[0]?.total ?? 0;
  return (
    <PagedList
      query={passbook}
      failed={t('Failed to fetch transactions')}
      heading={
        <Text size="sm" c="dimmed" mb="xs" role="status">
          {passbook.data && t('Showing {{count}} transactions', { count })}
        </Text>
      }
    >
      {(rows) => (
        <LongTable
          caption={t('Passbook')}
          columns={columnsOf(t)}
          rows={rows}
          rowKey={(row) => row.id}
          groupOf={(row) => dayNumber(row.createdAt)}
          groupLabel={(row) => <DayLabel date={row.createdAt} />}
          card={(row) => <PassbookCard row={row} />}
          highlightedKey={highlighted}
          loading={passbook.isPending}
          total={count}
          onEnd={showMore}
          empty={<NoTransactions isSearching={isFiltered(filters)} />}
        />
      )}
    </PagedList>
  );
}

function columnsOf(t: TFunction): Column<PassbookRow>[] {
  return [
    {
      key: 'date',
      header: t('Date'),
      width: '14%',
      cell: (row) => <Moment moment={row.createdAt} />,
    },
    {
      key: 'transaction',
      header: t('Transaction'),
      cell: (row) => <TransactionLines row={row} />,
    },
    {
      key: 'amount',
      header: t('Amount'),
      width: '17%',
      align: 'right',
      cell: (row) => <TransactionAmount row={row} />,
    },
    {
      key: 'status',
      header: t('Status'),
      width: '19%',
      cell: (row) => <StateBadge state={row.status} />,
    },
    {
      key: 'balance',
      header: t('Balance'),
      width: '18%',
      align: 'right',
      cell: (row) => <RunningBalance row={row} />,
    },
  ];
}

/** The time, which is read under the name of a day, and the date, for who reads only the row. */
function Moment({ moment }: { moment: Date }) {
  const { date, time } = useFormat();
  return (
    <Stack gap={0} className={classes.date}>
      <Text size="sm">{time(moment)}</Text>
      <Text size="xs" c="dimmed">
        {date(moment)}
      </Text>
    </Stack>
  );
}

function NoTransactions({ isSearching }: { isSearching: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={isSearching ? 'search' : 'passbook'}
      title={t('No transactions found')}
      description={t('Your transaction history will appear here')}
    />
  );
}
