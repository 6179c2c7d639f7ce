import { Anchor, Group, Stack, Text, type TextProps, ThemeIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { shortId } from '#contract/shared/text.ts';
import { toShownStatus } from '#contract/transactions/rules.ts';
import type { OwnTransaction, PassbookRow } from '#contract/transactions/schema.ts';
import { Hideable } from '#web/features/balances/components/Hideable.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { stateOfMoney } from '#web/ui/state/states.ts';
import classes from './PassbookList.module.css';

type TransactionLinesProps = {
  row: OwnTransaction;
  /** If true, the transaction opens in a dialog over the current passbook. */
  isHere?: boolean;
};

/** Type (a link to the details), reference and payment method of a transaction. */
export function TransactionLines({ row, isHere = true }: TransactionLinesProps) {
  const { t } = useTranslation();
  const isDeposit = row.type === 'deposit';
  const look = stateOfMoney(row);
  const method = row.kind === 'adjustment' ? t('Admin Adjustment') : row.paymentMethod;
  return (
    <Group gap="sm" wrap="nowrap">
      <ThemeIcon variant="light" color={look.tone} size="lg" radius="xl" aria-hidden>
        <look.icon size={18} stroke={1.75} />
      </ThemeIcon>
      <Stack gap="0" miw={0}>
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
          {isDeposit ? t('Deposit') : t('Withdrawal')}
        </Anchor>
        <Text size="xs" c="dimmed" className={classes.wrap}>
          {row.referenceId || shortId(row.id)}
        </Text>
        {method && (
          <Text size="xs" c="dimmed" className={classes.wrap}>
            {t('via {{method}}', { method })}
          </Text>
        )}
      </Stack>
    </Group>
  );
}

type TransactionAmountProps = TextProps & {
  row: Pick<OwnTransaction, 'type' | 'status' | 'amountPaise'>;
};

/** The amount of a transaction; dimmed while pending or if rejected. */
export function TransactionAmount({ row, ...props }: TransactionAmountProps) {
  const direction = row.type === 'deposit' ? 'in' : 'out';
  const isVoid = row.status !== 'approved';
  return <Amount paise={row.amountPaise} direction={direction} isVoid={isVoid} {...props} />;
}

export function RunningBalance({ row }: { row: PassbookRow }) {
  const { t } = useTranslation();
  return (
    <Hideable label={t('Balance hidden')}>
      <Amount paise={row.runningBalancePaise} fw={600} size="sm" />
    </Hideable>
  );
}

export function PassbookCard({ row }: { row: PassbookRow }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  return (
    <Stack gap="sm" className={classes.card}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <TransactionLines row={row} />
        <TransactionAmount row={row} />
      </Group>
      <Group justify="space-between" gap="xs" className={classes.footer}>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {time(row.createdAt)}
          </Text>
          <StateBadge state={toShownStatus(row)} />
        </Group>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {t('Balance')}
          </Text>
          <RunningBalance row={row} />
        </Group>
      </Group>
    </Stack>
  );
}
