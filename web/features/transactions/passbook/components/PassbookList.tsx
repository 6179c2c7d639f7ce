import { Button, Group, Text } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useCallback, useEffect } from 'react';
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
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { AsOf, LastSeen } from '#web/ui/state/LastSeen.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { LongTable } from '#web/ui/table/LongTable.tsx';
import { PagedList } from '#web/ui/table/PagedTable.tsx';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { useLiveHighlight } from '../hooks/use-live-highlight.ts';
import { useWayBack } from '../hooks/use-way-back.ts';
import { usePassbook } from '../queries.ts';
import classes from './PassbookList.module.css';
import {
  PassbookCard,
  RunningBalance,
  TransactionAmount,
  TransactionLines,
} from './PassbookRow.tsx';

/** With fewer rows a day on average, rows are grouped by month. */
const FEW_A_DAY = 6;

function hasFewRowsADay(rows: PassbookRow[]): boolean {
  const days = new Set(rows.map((row) => dayNumber(row.createdAt)));
  return rows.length < days.size * FEW_A_DAY;
}

type PassbookListProps = { filters: TransactionFilters; onClear: () => void };

export function PassbookList({ filters, onClear }: PassbookListProps) {
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
  // The label of a group has the rest of the date.
  const whenOf = useCallback(
    (moment: Date) =>
      isSparse ? `${format.dayOfYear(moment)}, ${format.time(moment)}` : format.time(moment),
    [isSparse, format],
  );
  if (!isOnline && passbook.isPending) return <LastSeen />;
  return (
    <PagedList
      query={passbook}
      failed={t('Failed to fetch transactions')}
      heading={
        <Group justify="space-between" gap="xs" mb="2xs">
          <Text size="xs" c="dimmed" role="status">
            {passbook.data && t('Showing {{count}} transactions', { count })}
          </Text>
          {isFiltered(filters) && <ClearFilters onClear={onClear} />}
          {!isOnline && passbook.data && <AsOf date={new Date(passbook.dataUpdatedAt)} />}
        </Group>
      }
    >
      {(rows) => (
        <LongTable
          caption={t('Passbook')}
          columns={columnsOf(t, whenOf)}
          rows={rows}
          rowKey={(row) => row.id}
          groupOf={(row) => (isSparse ? monthNumber : dayNumber)(row.createdAt)}
          groupLabel={({ createdAt }) =>
            isSparse ? format.month(createdAt) : <DayLabel date={createdAt} />
          }
          card={(row) => <PassbookCard row={row} when={whenOf(row.createdAt)} />}
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

/** On wide screens, the filters have their button. */
function ClearFilters({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      hiddenFrom="sm"
      variant="subtle"
      size="compact-sm"
      leftSection={<IconFilterOff size={16} stroke={1.75} />}
      onClick={onClear}
    >
      {t('Clear', { context: 'filters' })}
    </Button>
  );
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

function columnsOf(t: TFunction, whenOf: (moment: Date) => string): Column<PassbookRow>[] {
  return [
    {
      key: 'date',
      header: t('Date'),
      width: '18%',
      cell: (row) => (
        <Text size="sm" className={classes.lines}>
          {whenOf(row.createdAt)}
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
