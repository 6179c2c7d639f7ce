import { ActionIcon, Group, Paper } from '@mantine/core';
import { memo, type TouchEvent, useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { paths } from '#web/lib/page/paths.ts';
import { IconChevronLeft } from '#web/ui/icons/IconChevronLeft.ts';
import { IconChevronRight } from '#web/ui/icons/IconChevronRight.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import { HelpButton } from '../list/components/HelpButton.tsx';
import { NothingPending } from '../list/components/NothingPending.tsx';
import classes from './components/Desk.module.css';
import { DeskQueue, QueueButton } from './components/DeskQueue.tsx';
import { DeskRequestView } from './components/DeskRequestView.tsx';
import { DeskUndo } from './components/DeskUndo.tsx';
import { type DeskState, useDesk } from './hooks/use-desk.ts';
import { useRequestFocus } from './hooks/use-request-focus.ts';

const SKELETON_ROWS = 6;

/** Review page: the queue of pending requests, and the details of one to decide. */
export function DeskPage({ type }: { type: TransactionType }) {
  const { t } = useTranslation();
  const desk = useDesk(type);
  const isDeposit = type === 'deposit';
  // The queue and the buttons of the head react immediately. A request takes longer than a click may on a slow computer.
  const shown = useDeferredValue(desk);
  const swipe = useSwipe({ onLeft: desk.next, onRight: desk.previous });
  return (
    <div className={classes.screen} data-fills-screen>
      <div className={classes.head}>
        <PageHeader
          title={isDeposit ? t('Review deposits') : t('Review withdrawals')}
          subtitle={
            desk.waitingCount === undefined
              ? '…'
              : t('{{count}} pending', { count: desk.waitingCount })
          }
          back={isDeposit ? paths.admin.deposits : paths.admin.withdrawals}
        />
        <div className={classes.steps}>
          <DeskUndo desk={desk} />
          <QueueButton desk={desk} />
          <StepButtons desk={desk} />
          <HelpButton />
        </div>
      </div>
      <div className={classes.desk}>
        {/* With a single request, the receipt uses the space of the queue. */}
        {shown.rows.length > 1 && <DeskQueue desk={desk} />}
        {/* Another element next to the queue, because the browser would count it as moved by the queue. */}
        <div key={shown.queue.isPending ? 'alone' : 'beside'} {...swipe} className={classes.place}>
          <OnTheDesk desk={shown} type={type} />
        </div>
      </div>
    </div>
  );
}

function StepButtons({ desk }: { desk: DeskState }) {
  const { t } = useTranslation();
  useShortcuts({ next: desk.next, previous: desk.previous });
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('Previous request')}
        onClick={desk.previous}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label={t('Next request')} onClick={desk.next}>
        <IconChevronRight size={18} />
      </ActionIcon>
    </Group>
  );
}

type OnTheDeskProps = { desk: DeskState; type: TransactionType };

/** The current request, or the reason why there is none. Memoized: it follows in a second step. */
const OnTheDesk = memo(function OnTheDesk({ desk, type }: OnTheDeskProps) {
  const errorText = useErrorText();
  const { t } = useTranslation();
  useRequestFocus(desk.id);
  const { error, data, refetch } = desk.details;
  const isGone = errorCode(error) === 'TRANSACTION_NOT_FOUND';
  const row = data?.request ?? desk.row;
  // Not before the queue is known, which draws the request in another element: what was typed or restored would be lost.
  if (desk.id && row && !isGone && !desk.queue.isPending) {
    return (
      <DeskRequestView
        key={row.id}
        row={row}
        facts={data}
        waiting={desk.row ? desk.row.waiting : data?.waiting}
        claim={desk.row ? desk.row.claim : data?.claim}
        desk={desk}
      />
    );
  }
  if (desk.id && error) {
    const retry = isGone ? () => desk.open(undefined) : () => void refetch();
    return (
      <Paper withBorder>
        <ErrorState message={errorText(error, t('Failed to fetch transactions'))} onRetry={retry} />
      </Paper>
    );
  }
  if (desk.queue.isLoadingError) {
    const failed = errorText(desk.queue.error, t('Failed to fetch transactions'));
    return (
      <Paper withBorder>
        <ErrorState
          message={failed}
          error={desk.queue.error}
          onRetry={() => void desk.queue.refetch()}
        />
      </Paper>
    );
  }
  if (desk.id || desk.isOpening || desk.queue.isPending || desk.isFetchingMore)
    return <ListSkeleton rows={SKELETON_ROWS} />;
  return (
    <Paper withBorder>
      <NothingPending type={type} />
    </Paper>
  );
});

const FAR_PX = 80;
const STEEP_PX = 40;

/** Returns handlers for horizontal swipes over an element. Ignores swipes that move a zoomed image, and those in a dialog. */
function useSwipe({ onLeft, onRight }: { onLeft: () => void; onRight: () => void }) {
  const start = useRef<{ x: number; y: number }>(undefined);
  const onTouchStart = ({ touches, target, currentTarget }: TouchEvent) => {
    const finger = touches.item(0);
    const isOther =
      target instanceof Element &&
      (target.closest('[data-zoomed]') !== null || !currentTarget.contains(target));
    start.current =
      touches.length === 1 && finger && !isOther
        ? { x: finger.clientX, y: finger.clientY }
        : undefined;
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const finger = changedTouches.item(0);
    if (!start.current || !finger) return;
    const [across, down] = [finger.clientX - start.current.x, finger.clientY - start.current.y];
    if (Math.abs(across) < FAR_PX || Math.abs(down) > STEEP_PX) return;
    if (across < 0) onLeft();
    else onRight();
  };
  return { onTouchStart, onTouchEnd };
}
