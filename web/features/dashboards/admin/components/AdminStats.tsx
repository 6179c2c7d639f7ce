import { Box, Paper, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { type Path, paths } from '#web/lib/page/paths.ts';
import type { useAdminDashboard } from '../queries.ts';
import classes from './Overview.module.css';

type AdminStatsProps = { figures: ReturnType<typeof useAdminDashboard>['data'] };

/** Totals of the product, each of which leads to its list. */
export function AdminStats({ figures }: AdminStatsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { users, transactions } = paths.admin;
  return (
    <Paper withBorder component="dl" className={classes.stats} aria-busy={!figures || undefined}>
      <Stat label={t('Total Users')} hint={t('Registered users')} to={users}>
        {figures && number(figures.totalUsers)}
      </Stat>
      <Stat
        label={t('Pending Transactions')}
        hint={t('Awaiting approval')}
        to={transactions}
        search={{ status: 'pending' }}
      >
        {figures && number(figures.pendingTransactions)}
      </Stat>
      <Stat label={t('Total Transactions')} hint={t('All time')} to={transactions}>
        {figures && number(figures.totalTransactions)}
      </Stat>
      <Stat
        label={t('Total Deposits')}
        hint={t('Revenue inflow')}
        to={transactions}
        search={{ status: 'approved', type: 'deposit' }}
      >
        {figures && formatRupees(figures.totalDepositsPaise)}
      </Stat>
      <Stat
        label={t('Total Withdrawals')}
        hint={t('Revenue outflow')}
        to={transactions}
        search={{ status: 'approved', type: 'withdrawal' }}
      >
        {figures && formatRupees(figures.totalWithdrawalsPaise)}
      </Stat>
    </Paper>
  );
}

type StatProps = {
  label: string;
  hint: string;
  to: Path;
  search?: Record<string, string>;
  /** Undefined while loading. */
  children: string | undefined;
};

function Stat({ label, hint, to, search, children }: StatProps) {
  return (
    <div className={classes.stat}>
      <Text component="dt" size="sm">
        {label}
      </Text>
      <Box
        component="dd"
        className={classes.figure}
        __vars={{ '--length': String(children?.length ?? 1) }}
      >
        {children === undefined ? (
          <Skeleton height="1.75rem" width="4rem" />
        ) : (
          <Link to={to} search={search}>
            {children}
          </Link>
        )}
        <Text component="span" display="block" size="xs" fw={400} c="dimmed">
          {hint}
        </Text>
      </Box>
    </div>
  );
}
