import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import {
  TransactionAmount,
  TransactionLines,
} from '../../transactions/passbook/components/PassbookRow.tsx';
import { useRecentTransactions } from '../queries.ts';
import classes from './Dashboard.module.css';

/** Fetches ten rows, so that five remain when some leave the list. */
const SHOWN = 5;

export function RecentTransactions() {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="recent-title">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} size="h4" id="recent-title">
          {t('Recent Transactions')}
        </Title>
        <Anchor
          component={Link}
          to={paths.user.transactions}
          size="sm"
          fw={600}
          className={classes.all}
        >
          {t('View all')}
        </Anchor>
      </Group>
      <RecentList />
    </Paper>
  );
}

function RecentList() {
  const { t } = useTranslation();
  const recent = useRecentTransactions();
  if (recent.isPending) return <ListSkeleton rows={SHOWN} />;
  if (!recent.data) {
    return (
      <ErrorState
        message={t('Failed to load transactions')}
        error={recent.error}
        onRetry={() => void recent.refetch()}
      />
    );
  }
  if (recent.data.length === 0) {
    return (
      <EmptyState
        picture="passbook"
        title={t('No transactions yet')}
        description={t('Your transaction history will appear here')}
      />
    );
  }
  return (
    <ul className={classes.recent} aria-labelledby="recent-title">
      {recent.data.slice(0, SHOWN).map((transaction) => (
        <li key={transaction.id}>
          <RecentRow transaction={transaction} />
        </li>
      ))}
    </ul>
  );
}

function RecentRow({ transaction }: { transaction: OwnTransaction }) {
  const { dateTime } = useFormat();
  return (
    <Stack gap="3xs">
      <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
        <TransactionLines row={{ ...transaction, paymentMethod: null }} isHere={false} />
        <TransactionAmount row={transaction} />
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" className={classes.when}>
          {dateTime(transaction.createdAt)}
        </Text>
        <StateBadge state={transaction.status} />
      </Group>
    </Stack>
  );
}
