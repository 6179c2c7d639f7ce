import { Box, Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { orpc } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { OwnBalance } from '../balances/OwnBalance.tsx';
import { BannerCarousel } from '../banners/BannerCarousel.tsx';
import { FeaturedLinks } from '../site-urls/FeaturedLinks.tsx';
import classes from './Dashboard.module.css';
import { OwnStats } from './OwnStats.tsx';
import { QuickActions } from './QuickActions.tsx';
import { RecentTransactions } from './RecentTransactions.tsx';
import { StartGuide } from './StartGuide.tsx';

/** Where a person lands: what is new, what waits, and what to do next. */
export function UserDashboardPage() {
  return (
    <>
      <Welcome />
      <Settled>
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 4 }} className={classes.actions}>
            <Stack gap="lg">
              <QuickActions />
              <OwnStats />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 8 }} className={classes.banner}>
            <BannerCarousel />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 8 }} className={classes.main}>
            <RecentTransactions />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <Stack gap="lg">
              <StartGuide />
              <FeaturedLinks />
            </Stack>
          </Grid.Col>
        </Grid>
      </Settled>
    </>
  );
}

/** Waits until it is known whether there are banners: coming or staying away later, they would move all else. */
function Settled({ children }: { children: ReactNode }) {
  const isPending = useDeferredValue(useQuery(orpc.banners.listActive.queryOptions()).isPending);
  return isPending ? <ListSkeleton rows={6} /> : children;
}

/** The same parts in one column, the work first and the offers last. */
export function CompactDashboardPage() {
  return (
    <Box maw="48rem" mx="auto">
      <Welcome />
      <Stack gap="lg">
        <QuickActions />
        <OwnStats />
        <RecentTransactions />
        <BannerCarousel />
        <StartGuide />
        <FeaturedLinks />
      </Stack>
    </Box>
  );
}

function Welcome() {
  const { t } = useTranslation();
  const { displayName, user } = useSession();
  return (
    <PageHeader
      title={t('Welcome, {{name}}!', { name: displayName })}
      tabTitle={t('Dashboard')}
      subtitle={t('Here is what is happening with your wallet')}
      // Administrators have a card for it.
      actions={user.role === 'user' && <OwnBalance />}
    />
  );
}
