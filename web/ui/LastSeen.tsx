import { Box, Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { useFormat } from '../lib/i18n/format.ts';
import { useHint } from '../lib/page/use-hint.ts';
import {
  readLastSeen,
  readRecentBalance,
  type LastSeen as Seen,
  type SeenRow,
} from '../lib/session/last-seen.ts';
import { Amount } from './Amount.tsx';
import classes from './LastSeen.module.css';
import { StateBadge } from './state/StateBadge.tsx';

/** Balance and newest transactions from local storage, shown while the server is unreachable. */
export function LastSeen() {
  const seen = readLastSeen();
  const isHidden = useHint('balance-hidden') === 'true';
  if (!seen || (!seen.balance && !seen.passbook)) return null;
  return (
    <Paper withBorder p="md" w="100%" ta="start">
      <Stack gap="md">
        {seen.balance && !isHidden && <SeenBalance {...seen.balance} />}
        {seen.passbook && <SeenPassbook {...seen.passbook} isHidden={isHidden} />}
      </Stack>
    </Paper>
  );
}

/** The last known balance, until the session is checked. */
export function LastBalance() {
  const balance = readRecentBalance();
  const isHidden = useHint('balance-hidden') === 'true';
  if (!balance || isHidden) return null;
  return (
    <Box ta="center">
      <SeenBalance {...balance} />
    </Box>
  );
}

export function AsOf({ date }: { date: Date }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Text size="xs" c="dimmed">
      {t('As of {{time}}', { time: dateTime(date) })}
    </Text>
  );
}

function SeenBalance({ seenAt, balancePaise }: NonNullable<Seen['balance']>) {
  const { t } = useTranslation();
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('Balance')}
      </Text>
      <Amount paise={balancePaise} size="xl" fw={700} />
      <AsOf date={seenAt} />
    </div>
  );
}

type SeenPassbookProps = NonNullable<Seen['passbook']> & { isHidden: boolean };

function SeenPassbook({ seenAt, rows, isHidden }: SeenPassbookProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('Passbook')}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{t('Passbook')}</Text>
        <AsOf date={seenAt} />
      </Group>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.id}>
            <SeenLine row={row} isHidden={isHidden} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SeenLine({ row, isHidden }: { row: SeenRow; isHidden: boolean }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const isIn = row.type === 'deposit';
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {isIn ? t('Deposit') : t('Withdrawal')}
        </Text>
        <Amount
          paise={row.amountPaise}
          direction={isIn ? 'in' : 'out'}
          isVoid={row.status !== 'approved'}
        />
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {dateTime(row.createdAt)}
        </Text>
        <StateBadge state={row.status} size="sm" />
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" className={classes.reference}>
          {row.referenceId}
        </Text>
        {!isHidden && (
          <Text size="xs" c="dimmed">
            {t('Balance')}: {formatRupees(row.runningBalancePaise)}
          </Text>
        )}
      </Group>
    </>
  );
}
