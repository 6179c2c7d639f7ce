import { Button, Paper } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue } from 'react';
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
  children: (rows: Row[], isLoading: boolean) => ReactNode;
};

/** A paginated list with skeleton, error with Retry, and a button for the next page. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { query, failed, outdated = failed } = props;
  // The button reacts first. On a slow computer, fifty rows take longer than a click may.
  const data = useDeferredValue(query.data);
  const isLoading = query.isPending || (!props.rows && !data && query.data !== undefined);
  const rows = props.rows ?? data?.pages.flatMap((page) => page.rows) ?? [];
  if (query.isLoadingError) {
    return (
      <Paper withBorder>
        <ErrorState message={failed} error={query.error} onRetry={() => void query.refetch()} />
      </Paper>
    );
  }
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
      <ListSurface loading={isLoading}>{props.children(rows, isLoading)}</ListSurface>
      <LoadMore
        isEmpty={rows.length === 0 && !isLoading}
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
    <PagedList {...{ query, rows, failed, outdated, heading, arrivals }}>
      {(shown, isLoading) => <ResponsiveTable {...table} rows={shown} loading={isLoading} />}
    </PagedList>
  );
}
