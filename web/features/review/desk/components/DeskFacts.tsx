import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import type { DeskRequest } from '#contract/review/schema.ts';
import type { FactName } from '#contract/transactions/facts.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { type Detail, DetailsList } from '#web/features/transactions/components/DetailsList.tsx';
import { useFacts } from '#web/features/transactions/hooks/use-facts.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { useWiderThan } from '#web/ui/use-wider-than.ts';
import { REQUEST_HEADING_ID } from '../hooks/use-request-focus.ts';
import classes from './Desk.module.css';

/** From this width on, the facts are next to the receipt. */
const BESIDE_EVIDENCE = '62em';
/** Below the receipt on narrow screens, and on all screens. */
const LESS_COMPARED: FactName[] = ['reference'];
const LAST: FactName[] = ['paymentMethod'];

type DeskFactsProps = {
  row: AdminTransaction;
  facts: DeskRequest | undefined;
  /** Those that are compared, or the others, which need not be on the screen at first. */
  part: 'compared' | 'others';
};

export const DeskHeadline = memo(function DeskHeadline({ row }: { row: AdminTransaction }) {
  return (
    <Title order={2} size="h1" id={REQUEST_HEADING_ID} tabIndex={-1} className={classes.amount}>
      <Amount paise={row.amountPaise} />
    </Title>
  );
});

/** UTR, reference, time and person, in the order in which they are compared with the receipt. */
export const DeskFacts = memo(function DeskFacts({ row, facts, part }: DeskFactsProps) {
  const { dateTime } = useFormat();
  const isWide = useWiderThan(BESIDE_EVIDENCE);
  const later = isWide ? LAST : [...LESS_COMPARED, ...LAST];
  const detailsOf = useFacts('desk');
  const shown: Partial<Record<FactName, ReactNode>> = {
    date: (
      <>
        {dateTime(row.createdAt)}{' '}
        <Text span size="xs" c="dimmed" className={classes.age}>
          <RelativeTime date={row.createdAt} />
        </Text>
      </>
    ),
    user: <PersonOf row={row} fullName={facts?.person.fullName ?? null} />,
  };
  const isLater = ({ fact }: Detail) => fact !== undefined && later.includes(fact);
  const details = detailsOf(row)
    .filter((detail) => isLater(detail) === (part === 'others'))
    .map((detail) => ({ ...detail, value: (detail.fact && shown[detail.fact]) ?? detail.value }));
  return (
    <div className={part === 'compared' ? classes.facts : undefined}>
      <DetailsList isDense details={details} />
    </div>
  );
});

function PersonOf({ row, fullName }: { row: AdminTransaction; fullName: string | null }) {
  return (
    <>
      <Anchor
        data-reached="row"
        inherit
        component={Link}
        to={paths.admin.user(row.userId)}
        fw={600}
      >
        {row.userName}
      </Anchor>
      {fullName && ` · ${fullName}`}
    </>
  );
}
