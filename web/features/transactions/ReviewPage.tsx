import { Alert, Button, Tabs } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransactionType } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useErrorText } from '../../lib/errors.ts';
import { toastError } from '../../lib/toasts.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Column, ResponsiveTable } from '../../ui/ResponsiveTable.tsx';
import { useDialogTarget } from '../../ui/use-dialog-target.ts';
import { useFocusWhenLost } from '../../ui/use-focus-when-lost.ts';
import { DecisionDialog } from './DecisionDialog.tsx';
import type { Decision, ReviewTab } from './queries.ts';
import { RequestCard } from './RequestCard.tsx';
import classes from './ReviewPage.module.css';
import { RowActions } from './RowActions.tsx';
import { useDecision } from './use-decision.ts';
import { type ReviewState, useReview } from './use-review.ts';

export type ViewDialogProps = {
  row: AdminTransaction | undefined;
  opened: boolean;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
};

type ReviewPageProps = {
  type: TransactionType;
  title: string;
  subtitle: string;
  /** Said when fetching again fails while older rows are on screen. */
  refreshFailed: string;
  tabLabel: (tab: ReviewTab, count: number | undefined) => ReactNode;
  columns: (tab: ReviewTab) => Column<AdminTransaction>[];
  empty: (tab: ReviewTab) => ReactNode;
  caption: (tab: ReviewTab) => string;
  viewLabel: string;
  ViewDialog: (props: ViewDialogProps) => ReactNode;
};

type RenderActions = (row: AdminTransaction, layout: 'row' | 'card') => ReactNode;

const TABS: ReviewTab[] = ['pending', 'history'];

/** A back-office screen where administrators look at requests of one type and decide them. */
export function ReviewPage(props: ReviewPageProps) {
  const { type, ViewDialog } = props;
  const review = useReview(type);
  const viewed = useDialogTarget<AdminTransaction>();
  const decision = useDecision(type, review.show);
  const panel = useFocusWhenLost(viewed.isOpen || decision.isOpen, review.rows);
  const decideViewed = (verdict: Decision) => {
    viewed.close();
    if (viewed.target) decision.open(verdict, viewed.target);
  };
  const actions: RenderActions = (row, layout) => (
    <RowActions
      row={row}
      layout={layout}
      viewLabel={props.viewLabel}
      onView={viewed.open}
      onDecide={decision.open}
    />
  );
  return (
    <>
      <PageHeader
        title={props.title}
        subtitle={props.subtitle}
        actions={<RefreshButton review={review} failed={props.refreshFailed} />}
      />
      <Tabs
        value={review.tab}
        onChange={(tab) => review.setTab(tab === 'history' ? tab : 'pending')}
      >
        <Tabs.List mb="md">
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {props.tabLabel(tab, review.counts?.[tab])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((tab) => (
          <Tabs.Panel key={tab} value={tab}>
            {tab === review.tab && (
              <div {...panel} className={classes.panel}>
                <ReviewList {...props} review={review} actions={actions} />
              </div>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <ViewDialog
        row={viewed.target}
        opened={viewed.isOpen}
        onClose={viewed.close}
        onDecide={decideViewed}
      />
      <DecisionDialog decision={decision} />
    </>
  );
}

type RefreshButtonProps = { review: ReviewState; failed: string };

function RefreshButton({ review, failed }: RefreshButtonProps) {
  const { t } = useTranslation();
  // Not the query's own state: the button keeps still while the screen polls.
  const [isRefreshing, setIsRefreshing] = useState(false);
  const refresh = async () => {
    setIsRefreshing(true);
    const isComplete = await review.refresh();
    setIsRefreshing(false);
    if (!isComplete) toastError({ message: failed });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.75} />}
      loading={isRefreshing}
      onClick={refresh}
    >
      {t('Refresh')}
    </Button>
  );
}

type ReviewListProps = ReviewPageProps & {
  review: ReviewState;
  actions: RenderActions;
};

function ReviewList({ review, actions, ...props }: ReviewListProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { tab, list, rows } = review;
  if (list.isLoadingError) {
    const message = errorText(list.error, t('Failed to fetch transactions'));
    return <ErrorState message={message} onRetry={() => void list.refetch()} />;
  }
  return (
    <>
      {list.isRefetchError && (
        <Alert color="orange" mb="md" icon={<IconAlertTriangle size={18} />} role="status">
          {props.refreshFailed}
        </Alert>
      )}
      <div className={classes.list} data-loading={list.isPending || undefined}>
        <ResponsiveTable
          columns={[...props.columns(tab), actionsColumn(t('Actions'), actions)]}
          rows={rows}
          rowKey={(row) => row.id}
          card={(row) => <RequestCard row={row} actions={actions(row, 'card')} />}
          highlightedKey={review.highlightedId}
          loading={list.isPending}
          empty={props.empty(tab)}
          caption={props.caption(tab)}
        />
      </div>
      <LoadMore
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
