import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { toShownStatus } from '#contract/transactions/rules.ts';
import type { PassbookRow, TransactionFilters } from '#contract/transactions/schema.ts';
import { useIsOnline } from '#web/lib/api/use-is-online.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayNumber, monthNumber } from '#web/lib/i18n/time.ts';
import { isFiltered } from '#web/lib/lists/transaction-filters.ts';
import { rememberPassbook } from '#web/lib/session/last-seen.ts';
import { useSession } from '#web/lib/session/session.ts';
import { DayLabel } from '#web/ui/DayLabel.tsx';
import { AsOf, LastSeen } from '#web/ui/LastSeen.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { LongTable } from '#web/ui/table/LongTable.tsx';
import { PagedList } from '#web/ui/table/PagedTable.tsx';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { useLiveHighlight } from '../hooks/use-live-highlight.ts';
import { useWayBack } from '../hooks/use-way-back.ts';
import { usePassbook } from '../queries.ts';
import type { PassbookFiltersProps } from './FilterFields.tsx';
import { PassbookCard } from './PassbookCard.tsx';
import { PassbookHeading } from './PassbookHeading.tsx';
import classes from './PassbookList.module.css';
import { RowTime, RunningBalance, TransactionAmount, TransactionLines } from './PassbookRow.tsx';

/** With fewer rows a day on average, rows are grouped by month. */
const FEW_A_DAY = 6;

function hasFewRowsADay(rows: PassbookRow[]): boolean {
  const days = new Set(rows.map((row) => dayNumber(row.createdAt)));
  return rows.length < days.size * FEW_A_DAY;
}

export function PassbookList(props: PassbookFiltersProps) {
  // A click on a filter marks it immediately; the rows follow.
  const filters = useDeferredValue(props.filters);
  const { t } = useTranslation();
  const format = useFormat();
  const passbook = usePassbook(filters);
  const isOnline = useIsOnline();
  useRememberedPassbook(filters, passbook);
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
  const isSparse = hasFewRowsADay(passbook.data?.pages[0]?.rows ?? []);
  if (!isOnline && passbook.isPending) return <LastSeen />;
  return (
    <PagedList
      query={passbook}
      failed={t('Failed to fetch transactions')}
      heading={
        <PassbookHeading
          {...props}
          count={passbook.data && count}
          note={!isOnline && passbook.data && <AsOf date={new Date(passbook.dataUpdatedAt)} />}
        />
      }
    >
      {(rows) => {
        const daysBegin = isSparse ? firstRowsOfDays(rows) : undefined;
        return (
          <LongTable
            caption={t('Passbook')}
            columns={columnsOf(t, daysBegin)}
            rows={rows}
            rowKey={(row) => row.id}
            groupOf={(row) => (isSparse ? monthNumber : dayNumber)(row.createdAt)}
            groupLabel={({ createdAt }) =>
              isSparse ? format.month(createdAt) : <DayLabel date={createdAt} />
            }
            cardGroupNote={t('Balance')}
            card={(row) => <PassbookCard row={row} isDayShown={daysBegin?.has(row.id)} />}
            highlightedKey={highlighted}
            loading={passbook.isPending}
            total={count}
            onEnd={showMore}
            empty={<NoTransactions isSearching={isFiltered(filters)} />}
          />
        );
      }}
    </PagedList>
  );
}

/** The ids of the rows that begin a day. */
function firstRowsOfDays(rows: PassbookRow[]): Set<string> {
  return new Set(rows.filter((row, at) => !isSameDay(rows[at - 1], row)).map(({ id }) => id));
}

function isSameDay(one: PassbookRow | undefined, other: PassbookRow): boolean {
  return one !== undefined && dayNumber(one.createdAt) === dayNumber(other.createdAt);
}

/** Stores the newest rows in this browser for times when they cannot be fetched. */
function useRememberedPassbook(
  filters: TransactionFilters,
  { data, dataUpdatedAt, isPlaceholderData }: ReturnType<typeof usePassbook>,
): void {
  const userId = useSession().user.id;
  const rows = isFiltered(filters) || isPlaceholderData ? undefined : data?.pages[0]?.rows;
  useEffect(() => {
    if (rows) rememberPassbook(userId, new Date(dataUpdatedAt), rows);
  }, [userId, rows, dataUpdatedAt]);
}

function columnsOf(t: TFunction, daysBegin: Set<string> | undefined): Column<PassbookRow>[] {
  return [
    {
      key: 'date',
      header: t('Date'),
      width: '18%',
      cell: (row) => (
        <Text size="sm" className={classes.lines}>
          <RowTime row={row} isDayShown={daysBegin?.has(row.id)} />
        </Text>
      ),
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
      width: '17%',
      cell: (row) => <StateBadge state={toShownStatus(row)} />,
    },
    {
      key: 'balance',
      header: t('Balance'),
      width: '17%',
      align: 'right',
      cell: (row) => <RunningBalance row={row} />,
    },
  ];
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
