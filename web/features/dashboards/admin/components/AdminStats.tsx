import { Text } from '@mantine/core';
import { IconReceipt, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { STATES } from '#web/ui/state/states.ts';
import { StatCard } from '../../components/StatCard.tsx';
import type { useAdminDashboard } from '../queries.ts';
import classes from './AdminDashboard.module.css';

type AdminStatsProps = { figures: ReturnType<typeof useAdminDashboard>['data'] };

export function AdminStats({ figures }: AdminStatsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const loading = figures === undefined;
  return (
    <div className={classes.stats}>
      <StatCard label={t('Total Users')} icon={IconUsers} loading={loading}>
        <Figure hint={t('Registered users')}>{figures && number(figures.totalUsers)}</Figure>
      </StatCard>
      <StatCard
        label={t('Pending Transactions')}
        icon={STATES.pending.icon}
        tone={STATES.pending.tone}
        loading={loading}
      >
        <Figure hint={t('Awaiting approval')}>
          {figures && number(figures.pendingTransactions)}
        </Figure>
      </StatCard>
      <StatCard label={t('Total Transactions')} icon={IconReceipt} loading={loading}>
        <Figure hint={t('All time')}>{figures && number(figures.totalTransactions)}</Figure>
      </StatCard>
      <StatCard
        label={t('Total Deposits')}
        icon={STATES.moneyIn.icon}
        tone={STATES.moneyIn.tone}
        loading={loading}
      >
        <Figure hint={t('Revenue inflow')}>
          {figures && <Amount paise={figures.totalDepositsPaise} />}
        </Figure>
      </StatCard>
      <StatCard
        label={t('Total Withdrawals')}
        icon={STATES.moneyOut.icon}
        tone={STATES.moneyOut.tone}
        loading={loading}
      >
        <Figure hint={t('Revenue outflow')}>
          {figures && <Amount paise={figures.totalWithdrawalsPaise} />}
        </Figure>
      </StatCard>
    </div>
  );
}

function Figure({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <>
      {children}
      <Text component="span" display="block" size="xs" fw={400} c="dimmed">
        {hint}
      </Text>
    </>
  );
}
