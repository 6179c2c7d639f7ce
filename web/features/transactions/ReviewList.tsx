import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useErrorText } from '../../lib/errors.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { type Column, ResponsiveTable } from '../../ui/ResponsiveTable.tsx';
import type { ReviewTab } from './queries.ts';
import { RequestCard } from './RequestCard.tsx';
import classes from './ReviewPage.module.css';
import { AllBox, RowBox } from './SelectionBoxes.tsx';
import type { ReviewState } from './use-review.ts';
import type { Selection } from './use-selection.ts';

export type RenderActions = (row: AdminTransaction, layout: 'row' | 'card') => ReactNode;

type ReviewListProps = {
  review: ReviewState;
  selection: Selection;
  currentId: string | undefined;
  actions: RenderActions;
  refreshFailed: string;
  columns: (tab: ReviewTab) => Column<AdminTransaction>[];
  empty: (tab: ReviewTab, isSearching: boolean) => ReactNode;
  caption: (tab: ReviewTab) => string;
};

/** The requests of a tab. Those that wait can be chosen, to be decided at once. */
export function ReviewList({ review, selection, actions, ...props }: ReviewListProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { tab, list, rows } = review;
  if (list.isLoadingError) {
    const message = errorText(list.error, t('Failed to fetch transactions'));
    return <ErrorState message={message} onRetry={() => void list.refetch()} />;
  }
  const select: Column<AdminTransaction> = {
    key: 'select',
    header: <AllBox rows={rows} selection={selection} />,
    cell: (row) => <RowBox row={row} selection={selection} />,
    width: '1%',
  };
  const columns = [
    ...(tab === 'pending' ? [select] : []),
    ...props.columns(tab),
    actionsColumn(t('Actions'), actions),
  ];
  return (
    <>
      {list.isRefetchError && (
        <Alert color="orange" mb="md" icon={<IconAlertTriangle size={18} />} role="status">
          {props.refreshFailed}
        </Alert>
      )}
      <div className={classes.list} data-loading={list.isPending || undefined}>
        <ResponsiveTable
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          card={(row) => (
            <RequestCard
              row={row}
              actions={actions(row, 'card')}
              selectBox={<RowBox row={row} selection={selection} />}
            />
          )}
          highlightedKey={review.highlightedId}
          currentKey={props.currentId}
          loading={list.isPending}
          empty={props.empty(tab, review.search.trim() !== '')}
          caption={props.caption(tab)}
        />
      </div>
      <LoadMore
        isEmpty={rows.length === 0}
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  );
}

function actionsColumn(header: string, actions: RenderActions): Column<AdminTransaction> {
  return { key: 'actions', header, cell: (row) => actions(row, 'row'), align: 'right' };
}
