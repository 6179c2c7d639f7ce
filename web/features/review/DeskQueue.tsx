import { Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedRequest } from '#contract/review.ts';
import { isDecidable } from '#contract/rules.ts';
import { Amount } from '../../ui/Amount.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useUnderWayText } from '../transactions/use-under-way.ts';
import classes from './Desk.module.css';
import type { DeskState } from './use-desk.ts';

/** Who waits, longest first; what was decided here keeps its place. */
export function DeskQueue({ desk }: { desk: DeskState }) {
  const { t } = useTranslation();
  const { queue, rows } = desk;
  // A lone request leaves its column to the receipt.
  if (rows.length < 2) return null;
  return (
    <Paper withBorder component="nav" aria-label={t('Queue')} className={classes.queue}>
      <ul className={classes.entries}>
        {rows.map((row) => (
          <li key={row.id}>
            <Entry row={row} isCurrent={row.id === desk.id} onOpen={desk.open} />
          </li>
        ))}
      </ul>
      <LoadMore
        isEmpty={false}
        hasMore={queue.hasNextPage}
        loading={queue.isFetchingNextPage}
        onMore={() => void queue.fetchNextPage()}
      />
    </Paper>
  );
}

type EntryProps = { row: QueuedRequest; isCurrent: boolean; onOpen: (id: string) => void };

/** Drawn again only when it changes: of hundreds, a decision changes two. */
const Entry = memo(function Entry({ row, isCurrent, onOpen }: EntryProps) {
  const place = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <UnstyledButton
      ref={place}
      className={classes.entry}
      aria-current={isCurrent || undefined}
      onClick={() => onOpen(row.id)}
    >
      <Text size="sm" fw={500} className={classes.person}>
        {row.userName}
      </Text>
      <Group justify="space-between" align="baseline" gap="0 var(--mantine-spacing-xs)">
        <Amount paise={row.amountPaise} size="sm" fw={600} />
        <EntryState row={row} />
      </Group>
    </UnstyledButton>
  );
});

/** What becomes of a request; of one that nobody has decided, since when it waits. */
function EntryState({ row }: { row: QueuedRequest }) {
  const textOf = useUnderWayText();
  if (!isDecidable(row)) return <StateBadge state={row.status} />;
  return (
    <Text size="xs" c="dimmed">
      {textOf(row) ?? <RelativeTime date={row.createdAt} />}
    </Text>
  );
}
