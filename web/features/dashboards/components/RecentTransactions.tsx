import { Anchor, Group, Paper, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { TransactionCard } from '../../transactions/passbook/components/PassbookRow.tsx';
import { useRecentTransactions } from '../queries.ts';
import classes from './Dashboard.module.css';

/** Fetches ten rows, so that five remain when some leave the list. */
const SHOWN = 5;

export function RecentTransactions() {
  const { t } = useTranslation();
  return (
    <Paper
      withBorder
      className={classes.recentCard}
      component="section"
      aria-labelledby="recent-title"
    >
      <Group justify="space-between" gap="xs" wrap="wrap">
        <Title order={2} size="h4" id="recent-title" className={classes.heading}>
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
  const { shortDateTime } = useFormat();
  return (
    <TransactionCard
      row={{ ...transaction, paymentMethod: null }}
      when={shortDateTime(transaction.createdAt)}
    />
  );
}
