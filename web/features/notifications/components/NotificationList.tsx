import { Stack } from '@mantine/core';
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { LoadMore } from '#web/ui/table/LoadMore.tsx';
import { useNotificationCommands, type useNotifications } from '../queries.ts';
import { NotificationCard } from './NotificationCard.tsx';
import classes from './NotificationList.module.css';
import { UndoBar } from './UndoBar.tsx';

type NotificationListProps = {
  list: ReturnType<typeof useNotifications>;
  empty: ReactNode;
  /** Called when a notification opens its transaction. */
  onOpen?: () => void;
};

const SKELETON_ROWS = 5;

/** Notifications as cards, with an undo bar after a removal. */
export function NotificationList(props: NotificationListProps) {
  return (
    <>
      <UndoBar />
      <Cards {...props} />
    </>
  );
}

/** The list in all its states: loading, error, empty, and with rows. */
function Cards({ list, empty, onOpen }: NotificationListProps) {
  const { t } = useTranslation();
  const commands = useNotificationCommands();
  const { drawn, areAllDrawn, trigger, triggerIndex } = useDrawnRows(list.rows.length);
  if (list.isPending) return <ListSkeleton rows={SKELETON_ROWS} />;
  if (list.isError && list.rows.length === 0) {
    return (
      <ErrorState
        message={t('Failed to load notifications')}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.rows.length === 0) return empty;
  return (
    <>
      <Stack component="ul" gap={0} className={classes.list}>
        {list.rows.slice(0, drawn).map((notification, index) => (
          <li key={notification.id} ref={index === triggerIndex ? trigger : undefined}>
            <NotificationCard
              notification={notification}
              onRead={() => commands.read(notification.id)}
              onRemove={() => commands.remove(notification.id)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </Stack>
      <LoadMore
        hasMore={list.hasNextPage && areAllDrawn}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  );
}

/** Number of rows visible on a phone; each takes a slow phone 20 ms to render. */
const FIRST_ROWS = 5;
const MORE_ROWS = 12;
/** More rows are rendered this many rows before the last one. */
const EARLY_ROWS = 4;

/**
 * Returns how many of `total` rows to render: the visible ones, and more when the row at `triggerIndex` approaches
 * the viewport.
 */
function useDrawnRows(total: number) {
  const [wanted, setWanted] = useState(FIRST_ROWS);
  const trigger = useRef<HTMLLIElement>(null);
  const areAllDrawn = wanted >= total;
  useEffect(() => {
    if (areAllDrawn || !trigger.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) startTransition(() => setWanted(wanted + MORE_ROWS));
    });
    observer.observe(trigger.current);
    return () => observer.disconnect();
  }, [areAllDrawn, wanted]);
  const drawn = Math.min(wanted, total);
  return { drawn, areAllDrawn, trigger, triggerIndex: drawn - EARLY_ROWS };
}
