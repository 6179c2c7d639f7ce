import { Paper } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useIsConfirmingDelete } from '../dialog/confirm-delete.tsx';
import { ErrorState } from '../state/ErrorState.tsx';
import { StateAlert } from '../state/StateAlert.tsx';
import { ListSurface } from './ListSurface.tsx';
import classes from './QueryTable.module.css';
import { ResponsiveTable, type ResponsiveTableProps } from './ResponsiveTable.tsx';
import { useFocusWhenLost } from './use-focus-when-lost.ts';

type QueryTableProps<Row> = Omit<ResponsiveTableProps<Row>, 'rows' | 'loading'> & {
  query: UseQueryResult<Row[]>;
  /** Error text if the rows cannot be fetched; also shown above outdated rows. */
  failed: string;
  isDialogOpen?: boolean;
};

/** A list fetched in one request: skeleton, error with Retry, table or cards. */
export function QueryTable<Row>(props: QueryTableProps<Row>) {
  const { query, failed, isDialogOpen = false, ...table } = props;
  const isConfirming = useIsConfirmingDelete();
  const place = useFocusWhenLost(isDialogOpen || isConfirming, query.data);
  if (query.isLoadingError) {
    return (
      <Paper withBorder>
        <ErrorState message={failed} error={query.error} onRetry={() => void query.refetch()} />
      </Paper>
    );
  }
  return (
    <div {...place} className={classes.place}>
      {query.isRefetchError && (
        <StateAlert state="warning" mb="md" role="status">
          {failed}
        </StateAlert>
      )}
      <ListSurface loading={query.isPending}>
        <ResponsiveTable {...table} rows={query.data ?? []} loading={query.isPending} />
      </ListSurface>
    </div>
  );
}
