import { Anchor } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { type MouseEvent, type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { isDecidable } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { IdCell } from '#web/features/transactions/components/Cells.tsx';
import { RequestCard } from '#web/features/transactions/components/RequestCard.tsx';
import { useErrorText } from '#web/lib/api/errors.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { IconCheck } from '#web/ui/icons/IconCheck.ts';
import { IconX } from '#web/ui/icons/IconX.ts';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { RowButton } from '#web/ui/table/RowControls.tsx';
import { RowMenu } from '#web/ui/table/RowMenu.tsx';
import type { ReviewState } from '../hooks/use-review.ts';
import type { Selection } from '../hooks/use-selection.ts';
import type { ReviewTab } from '../model/filters.ts';
import { AllBox, RowBox } from './Selection.tsx';

type ReviewListProps = {
  review: ReviewState;
  selection: Selection;
  currentId: string | undefined;
  /** Label of the button that opens a request, such as 'View receipt'. */
  viewLabel: string;
  onView: (row: AdminTransaction) => void;
  onDecide: (decision: Decision, row: AdminTransaction) => void;
  onDesk: (row: AdminTransaction) => void;
  refreshFailed: string;
  columns: (tab: ReviewTab) => Column<AdminTransaction>[];
  empty: (tab: ReviewTab, isSearching: boolean) => ReactNode;
  caption: (tab: ReviewTab) => string;
};

/** The requests of a tab. Pending requests can be selected for a bulk decision. */
export function ReviewList({ review, selection, ...props }: ReviewListProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { tab, list, rows } = review;
  const mayDecide = useCan('requests:decide');
  const { viewLabel } = props;
  const onView = useCallbackRef(props.onView);
  const onDecide = useCallbackRef(props.onDecide);
  const onDesk = useCallbackRef(props.onDesk);
  const selectCell = useCallback(
    (row: AdminTransaction) => <RowBox row={row} selection={selection} />,
    [selection],
  );
  const deskCell = useCallback(
    (row: AdminTransaction) =>
      mayDecide ? <DeskLink row={row} onDesk={onDesk} /> : <IdCell row={row} />,
    [mayDecide, onDesk],
  );
  const actions = useCallback(
    (row: AdminTransaction) => {
      // Just decided: hides the buttons but keeps their space.
      const isHidden = tab === 'pending' && !isDecidable(row);
      return (
        <RowActions
          row={row}
          isHidden={isHidden}
          viewLabel={viewLabel}
          onView={onView}
          onDecide={onDecide}
        />
      );
    },
    [tab, viewLabel, onView, onDecide],
  );
  const select: Column<AdminTransaction> = {
    key: 'select',
    header: <AllBox rows={rows} selection={selection} />,
    cell: selectCell,
    width: '1%',
  };
  const own = props
    .columns(tab)
    .map((column) => (column.key === 'id' ? { ...column, cell: deskCell } : column));
  const columns: Column<AdminTransaction>[] = [
    ...(tab === 'pending' && mayDecide ? [select] : []),
    ...own,
    { key: 'actions', header: t('Actions'), cell: actions, align: 'right', isOneLine: true },
  ];
  return (
    <PagedTable
      tableFrom={MANY_COLUMNS}
      query={list}
      rows={rows}
      failed={errorText(list.error, t('Failed to fetch transactions'))}
      outdated={props.refreshFailed}
      columns={columns}
      list={review.type === 'deposit' ? 'deposits' : 'withdrawals'}
      rowKey={(row) => row.id}
      card={(row) => (
        <RequestCard
          row={row}
          actions={actions(row)}
          id={deskCell(row)}
          selectBox={
            tab === 'pending' && mayDecide && <RowBox isCard row={row} selection={selection} />
          }
        />
      )}
      highlightedKey={review.highlightedId}
      goneKeys={review.goneIds}
      onRow={onDesk}
      arrivals={{
        ...review.arrivals,
        label: t('{{count}} new requests', { count: review.arrivals.count }),
      }}
      currentKey={props.currentId}
      empty={props.empty(tab, review.search.trim() !== '')}
      caption={props.caption(tab)}
    />
  );
}

type DeskLinkProps = { row: AdminTransaction; onDesk: (row: AdminTransaction) => void };

/** The short id as a link to the review page, like the whole row. */
function DeskLink({ row, onDesk }: DeskLinkProps) {
  const { t } = useTranslation();
  const subject = { amount: formatRupees(row.amountPaise), user: row.userName };
  const open = (event: MouseEvent) => {
    // With a modifier key, the browser opens a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onDesk(row);
  };
  return (
    <Anchor
      inherit
      href={`${paths.admin.desk(row.type)}?id=${row.id}`}
      onClick={open}
      aria-label={t('Review {{amount}}, {{user}}', subject)}
    >
      <IdCell row={row} />
    </Anchor>
  );
}

type RowActionsProps = Pick<ReviewListProps, 'viewLabel' | 'onView' | 'onDecide'> & {
  row: AdminTransaction;
  isHidden: boolean;
};

/** Actions on a request; the label of each includes the user's name. The decisions are in a menu. */
function RowActions({ row, isHidden, viewLabel, onView, onDecide }: RowActionsProps) {
  const { t } = useTranslation();
  const mayDecide = useCan('requests:decide');
  const subject = { amount: formatRupees(row.amountPaise), user: row.userName };
  const name = (action: string) => t('{{action}}: {{amount}}, {{user}}', { action, ...subject });
  const decisions = [
    { decision: 'approved', text: t('Approve'), icon: <IconCheck size={18} /> },
    { decision: 'rejected', text: t('Reject'), icon: <IconX size={18} /> },
  ] as const;
  return (
    <>
      <RowButton
        isHidden={isHidden}
        aria-label={name(viewLabel)}
        title={viewLabel}
        onClick={() => onView(row)}
      >
        {t('View')}
      </RowButton>
      {mayDecide && (isHidden || isDecidable(row)) && (
        <RowMenu
          isHidden={isHidden}
          label={name(t('More'))}
          actions={decisions.map(({ decision, text, icon }) => ({
            text,
            icon,
            label: name(text),
            onChoose: () => onDecide(decision, row),
          }))}
        />
      )}
    </>
  );
}
