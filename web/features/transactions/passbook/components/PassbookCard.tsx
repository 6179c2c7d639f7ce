import { Text, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { shortId } from '#contract/shared/text.ts';
import type { PassbookRow } from '#contract/transactions/schema.ts';
import { isPosted, toShownStatus } from '#contract/transactions/states.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { STATES, stateOfMoney } from '#web/ui/state/states.ts';
import { useStateWords } from '#web/ui/state/use-state-words.ts';
import classes from './PassbookCard.module.css';
import listClasses from './PassbookList.module.css';
import { RunningBalance, TransactionAmount, TypeAndMethod, TypeIcon } from './PassbookRow.tsx';

type PassbookCardProps = {
  row: PassbookRow;
  /** In rows that are grouped by month: whether the day is shown, or only read to screen readers. */
  isDayShown: boolean | undefined;
};

/**
 * A transaction of the passbook on narrow screens: two lines, and a third one for a status other than approved. The
 * whole card is a link to its details. Not rendered again while the filters of the same rows change.
 */
export const PassbookCard = memo(function PassbookCard({ row, isDayShown }: PassbookCardProps) {
  const { time } = useFormat();
  return (
    <div className={listClasses.card}>
      {isDayShown === undefined ? <TypeIcon row={row} /> : <Day row={row} isShown={isDayShown} />}
      <div className={listClasses.lines}>
        <div className={listClasses.line}>
          <div className={classes.type}>
            {isDayShown !== undefined && <Direction row={row} />}
            <TypeAndMethod row={row} isHere />
          </div>
          <span className={classes.amount}>
            {isPosted(row) && <ApprovedMark />}
            <TransactionAmount row={row} size="sm" />
          </span>
        </div>
        <Text
          size="2xs"
          c="dimmed"
          component="div"
          className={classes.facts}
          data-open={!isPosted(row) || undefined}
        >
          <span className={classes.when}>
            <span>{time(row.createdAt)}</span>
            <span>{row.referenceId || shortId(row.id)}</span>
          </span>
          <Outcome row={row} />
        </Text>
      </div>
    </div>
  );
});

type RowProps = { row: PassbookRow };

/** Day and month, one above the other. */
function Day({ row, isShown }: RowProps & { isShown: boolean }) {
  const { dayOfYear } = useFormat();
  const day = dayOfYear(row.createdAt);
  return (
    <div className={classes.day}>
      {isShown ? <span>{day}</span> : <VisuallyHidden>{day}</VisuallyHidden>}
    </div>
  );
}

function Direction({ row }: RowProps) {
  const { icon: Icon, tone } = stateOfMoney(row);
  return <Icon size={16} color={`var(--mantine-color-${tone}-text)`} aria-hidden />;
}

/** The usual status: a check mark, so that the others stand out. */
function ApprovedMark() {
  const { icon: Icon, tone } = STATES.approved;
  return (
    <>
      <Icon size={14} color={`var(--mantine-color-${tone}-text)`} aria-hidden />
      <VisuallyHidden>{useStateWords().approved}</VisuallyHidden>
    </>
  );
}

/** The balance after the transaction, below another status than approved. */
function Outcome({ row }: RowProps) {
  const { t } = useTranslation();
  return (
    <span className={classes.outcome}>
      {!isPosted(row) && <StateBadge state={toShownStatus(row)} size="sm" />}
      <span>
        <VisuallyHidden>{t('Balance')}</VisuallyHidden> <RunningBalance row={row} size="2xs" />
      </span>
    </span>
  );
}
