import { Button, Paper } from '@mantine/core';
import { type ReactNode, useDeferredValue } from 'react';
import { IconArrowUp } from '../icons/IconArrowUp.ts';
import { ErrorState } from '../state/ErrorState.tsx';
import { StateAlert } from '../state/StateAlert.tsx';
import { ListSurface } from './ListSurface.tsx';
import { LoadMore } from './LoadMore.tsx';
import classes from './PagedTable.module.css';
import { ResponsiveTable, type ResponsiveTableProps } from './ResponsiveTable.tsx';

type PagedQuery<Row> = {
  data: { pages: { rows: Row[] }[] } | undefined;
  isPending: boolean;
  isLoadingError: boolean;
  isRefetchError: boolean;
  error: unknown;
  isPlaceholderData: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
};

type PagedListProps<Row> = {
  query: PagedQuery<Row>;
  /** Rows to show, if they differ from the fetched rows. */
  rows?: Row[];
  failed: string;
  /** Error text above outdated rows if refetching fails; default: `failed`. */
  outdated?: string;
  /** New rows that are hidden until the user shows them. */
  arrivals?: { count: number; label: string; show: () => void };
  heading?: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** A paginated list with skeleton, error with Retry, and a button for the next page. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { query, failed, outdated = failed } = props;
  const fetched = query.data?.pages ?? [];
  // The button reacts before the rows of a further page are drawn: on a slow computer, they take longer than a click may.
  const drawn = useDeferredValue(fetched.length);
  if (query.isLoadingError) {
    return (
      <Paper withBorder>
        <ErrorState message={failed} error={query.error} onRetry={() => void query.refetch()} />
      </Paper>
    );
  }
  const rows = props.rows ?? fetched.slice(0, drawn || undefined).flatMap((page) => page.rows);
  return (
    <div className={classes.list} data-refreshing={query.isPlaceholderData || undefined}>
      {query.isRefetchError && (
        <StateAlert state="warning" mb="md" role="status">
          {outdated}
        </StateAlert>
      )}
      {props.heading}
      <div role="status" className={classes.arrivals}>
        {props.arrivals && props.arrivals.count > 0 && (
          <Button
            size="compact-sm"
            radius="xl"
            leftSection={<IconArrowUp size={14} />}
            onClick={props.arrivals.show}
          >
            {props.arrivals.label}
          </Button>
        )}
      </div>
      <ListSurface loading={query.isPending}>{props.children(rows)}</ListSurface>
      <LoadMore
        isEmpty={rows.length === 0}
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </div>
  );
}

type PagedTableProps<Row> = Omit<PagedListProps<Row>, 'children'> &
  Omit<ResponsiveTableProps<Row>, 'rows' | 'loading'>;

export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { query, rows, failed, outdated, heading, arrivals, ...table } = props;
  return (
    <PagedList
      query={query}
      rows={rows}
      failed={failed}
      outdated={outdated}
      heading={heading}
      arrivals={arrivals}
    >
      {(shown) => <ResponsiveTable {...table} rows={shown} loading={query.isPending} />}
    </PagedList>
  );
}
