import { Anchor, Group, Text, type TextProps, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { shortId } from '#contract/shared/text.ts';
import type { OwnTransaction, PassbookRow } from '#contract/transactions/schema.ts';
import { isPosted, toShownStatus } from '#contract/transactions/states.ts';
import { Hideable } from '#web/features/balances/components/Hideable.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { stateOfMoney } from '#web/ui/state/states.ts';
import classes from './PassbookList.module.css';

type TransactionLinesProps = { row: OwnTransaction };

/** Type (a link to the details), payment method and reference of a transaction. */
export function TransactionLines({ row }: TransactionLinesProps) {
  return (
    <Group gap="sm" wrap="nowrap">
      <TypeIcon row={row} />
      <div className={classes.lines}>
        <TypeAndMethod row={row} isHere />
        <Text size="xs" c="dimmed" className={classes.wrap}>
          {row.referenceId || shortId(row.id)}
        </Text>
      </div>
    </Group>
  );
}

type TransactionCardProps = { row: OwnTransaction; when: string };

/** A transaction in a short list; the whole card is a link to its details. Without the reference on phones. */
export function TransactionCard({ row, when }: TransactionCardProps) {
  return (
    <div className={classes.card}>
      <TypeIcon row={row} />
      <div className={classes.lines}>
        <div className={classes.line}>
          <TypeAndMethod row={row} />
          <TransactionAmount row={row} size="sm" />
        </div>
        <div className={classes.line}>
          <Text size="xs" c="dimmed">
            {when}
          </Text>
          <StateBadge state={toShownStatus(row)} size="sm" isQuiet={isPosted(row)} />
        </div>
        <Text size="2xs" c="dimmed" visibleFrom="sm">
          {row.referenceId || shortId(row.id)}
        </Text>
      </div>
    </div>
  );
}

type TypeAndMethodProps = {
  row: OwnTransaction;
  /** Opens the transaction in a dialog over the current passbook. */
  isHere?: boolean;
};

export function TypeAndMethod({ row, isHere = false }: TypeAndMethodProps) {
  const { t } = useTranslation();
  const method = row.kind === 'adjustment' ? t('Admin Adjustment') : row.paymentMethod;
  return (
    <div className={classes.wrap}>
      <DetailsLink row={row} isHere={isHere} />{' '}
      {method && (
        <Text span size="xs" c="dimmed">
          {t('via {{method}}', { method })}
        </Text>
      )}
    </div>
  );
}

export function TypeIcon({ row }: { row: OwnTransaction }) {
  const look = stateOfMoney(row);
  return (
    <ThemeIcon variant="light" color={look.tone} size={32} radius="xl" aria-hidden>
      <look.icon size={18} />
    </ThemeIcon>
  );
}

/** If `isHere`, the transaction opens in a dialog over the current passbook. */
function DetailsLink({ row, isHere }: { row: OwnTransaction; isHere: boolean }) {
  const { t } = useTranslation();
  return (
    <Anchor
      size="sm"
      fw={600}
      c="inherit"
      className={classes.open}
      renderRoot={(props) =>
        isHere ? (
          <Link
            {...props}
            to="."
            search={(before) => ({ ...before, details: row.id })}
            resetScroll={false}
          />
        ) : (
          <Link {...props} to={paths.user.passbook} search={{ details: row.id }} />
        )
      }
    >
      {row.type === 'deposit' ? t('Deposit') : t('Withdrawal')}
    </Anchor>
  );
}

type TransactionAmountProps = TextProps & {
  row: Pick<OwnTransaction, 'type' | 'status' | 'amountPaise'>;
};

/** The amount of a transaction; dimmed while pending or if rejected. */
export function TransactionAmount({ row, ...props }: TransactionAmountProps) {
  const direction = row.type === 'deposit' ? 'in' : 'out';
  const isVoid = !isPosted(row);
  return <Amount paise={row.amountPaise} direction={direction} isVoid={isVoid} {...props} />;
}

type RunningBalanceProps = { row: PassbookRow; size?: '2xs' | 'sm' };

export function RunningBalance({ row, size = 'sm' }: RunningBalanceProps) {
  const { t } = useTranslation();
  return (
    <Hideable label={t('Balance hidden')}>
      <Amount paise={row.runningBalancePaise} fw={600} size={size} />
    </Hideable>
  );
}

type RowTimeProps = {
  row: PassbookRow;
  /** In rows that are grouped by month: whether the day is shown, or only read to screen readers. */
  isDayShown: boolean | undefined;
};

export function RowTime({ row: { createdAt }, isDayShown }: RowTimeProps) {
  const { dayOfYear, time } = useFormat();
  if (isDayShown === undefined) return time(createdAt);
  const day = `${dayOfYear(createdAt)}, `;
  return (
    <>
      {isDayShown ? day : <VisuallyHidden>{day}</VisuallyHidden>}
      {time(createdAt)}
    </>
  );
}
