import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useSession } from '#web/lib/session/session.ts';
import { IconArrowsExchange } from '#web/ui/icons/IconArrowsExchange.ts';
import { IconWallet } from '#web/ui/icons/IconWallet.ts';
import { STATES } from '#web/ui/state/states.ts';
import { BalanceFigure } from '../../balances/components/BalanceFigure.tsx';
import { useWallet } from '../../balances/queries.ts';
import { useOwnCounts } from '../queries.ts';
import { StatCard } from './StatCard.tsx';

/** The user's transaction counts; administrators also see their balance. */
export function OwnStats() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data: counts, isPending } = useOwnCounts();
  const isAdmin = useSession().user.role === 'admin';
  // If a count could not be fetched, shows a dash instead of a wrong zero.
  const figure = (count: number | undefined) => (count === undefined ? '–' : number(count));
  return (
    <SimpleGrid cols={2} spacing={{ base: 'xs', sm: 'md' }}>
      <StatCard isRow label={t('Total Transactions')} icon={IconArrowsExchange} loading={isPending}>
        {figure(counts?.totalTransactions)}
      </StatCard>
      <StatCard
        isRow
        label={t('Pending Requests')}
        icon={STATES.pending.icon}
        tone={STATES.pending.tone}
        loading={isPending}
      >
        {figure(counts?.pendingRequests)}
      </StatCard>
      {isAdmin && <BalanceCard />}
    </SimpleGrid>
  );
}

function BalanceCard() {
  const { t } = useTranslation();
  const wallet = useWallet();
  return (
    <StatCard
      isRow
      label={t('Current Balance')}
      icon={IconWallet}
      tone={STATES.moneyIn.tone}
      loading={wallet.isLoading}
    >
      <BalanceFigure paise={wallet.balancePaise} known={!wallet.isError} />
    </StatCard>
  );
}
