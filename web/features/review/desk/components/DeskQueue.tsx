import { ActionIcon, Drawer, Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedRequest } from '#contract/review/schema.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/states.ts';
import { useUnderWayText } from '#web/features/transactions/hooks/use-under-way.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { IconList } from '#web/ui/icons/IconList.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { LoadMore } from '#web/ui/table/LoadMore.tsx';
import { useWiderThan } from '#web/ui/use-wider-than.ts';
import type { DeskState } from '../hooks/use-desk.ts';
import classes from './Desk.module.css';

/** From this width on, the queue is next to the request. */
const BESIDE_QUEUE = '75em';

/** Pending requests, oldest first. Requests decided here keep their position. */
export function DeskQueue({ desk }: { desk: DeskState }) {
  const { t } = useTranslation();
  const isBeside = useWiderThan(BESIDE_QUEUE);
  if (!isBeside) return null;
  return (
    <Paper withBorder component="nav" aria-label={t('Queue')} className={classes.queue}>
      <Entries desk={desk} onOpen={desk.open} />
    </Paper>
  );
}

/** The same on narrower screens: a button that opens it. */
export function QueueButton({ desk }: { desk: DeskState }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [isOpen, drawer] = useDisclosure(false);
  const isBeside = useWiderThan(BESIDE_QUEUE);
  if (isBeside) return null;
  const open = (id: string) => {
    drawer.close();
    desk.open(id);
  };
  const { waitingCount: count } = desk;
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        w="auto"
        miw="4rem"
        px="xs"
        disabled={desk.rows.length === 0}
        aria-label={`${t('Queue')}: ${count === undefined ? '…' : t('{{count}} pending', { count })}`}
        onClick={drawer.open}
      >
        <IconList size={18} className={classes.queueSign} />
        <Text span size="sm" fw={600}>
          {count === undefined ? '…' : number(count)}
        </Text>
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
        title={t('Queue')}
        size="20rem"
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <Entries desk={desk} onOpen={open} />
      </Drawer>
    </>
  );
}

function Entries({ desk, onOpen }: { desk: DeskState; onOpen: (id: string) => void }) {
  const { queue, rows } = desk;
  return (
    <>
      <ul className={classes.entries}>
        {rows.map((row) => (
          <li key={row.id}>
            <Entry row={row} isCurrent={row.id === desk.id} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <LoadMore
        isEmpty={false}
        hasMore={queue.hasNextPage}
        loading={queue.isFetchingNextPage}
        onMore={() => void queue.fetchNextPage()}
      />
    </>
  );
}

type EntryProps = { row: QueuedRequest; isCurrent: boolean; onOpen: (id: string) => void };

/** Memoized: a decision changes two of hundreds of entries. */
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

/** Status of a request; if undecided, how long it has been pending. */
function EntryState({ row }: { row: QueuedRequest }) {
  const textOf = useUnderWayText();
  if (!isDecidable(row)) return <StateBadge state={toShownStatus(row)} />;
  return (
    <Text size="xs" c="dimmed">
      {textOf(row) ?? <RelativeTime date={row.createdAt} />}
    </Text>
  );
}
