import { Grid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { BannerCarousel } from '../banners/BannerCarousel.tsx';
import { FeaturedLinks } from '../site-urls/FeaturedLinks.tsx';
import classes from './Dashboard.module.css';
import { OwnStats } from './OwnStats.tsx';
import { QuickActions } from './QuickActions.tsx';
import { RecentTransactions } from './RecentTransactions.tsx';

/** Where a person lands: what is new, what waits, and what to do next. */
export function UserDashboardPage() {
  return (
    <>
      <Welcome />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }} className={classes.banner}>
          <BannerCarousel />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="lg">
            <QuickActions />
            <OwnStats />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8 }} className={classes.main}>
          <RecentTransactions />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <FeaturedLinks />
        </Grid.Col>
      </Grid>
    </>
  );
}

/** The same parts in one column, the work first and the offers last. */
export function CompactDashboardPage() {
  return (
    <Stack gap="lg" maw="48rem" mx="auto">
      <Welcome />
      <QuickActions />
      <OwnStats />
      <RecentTransactions />
      <BannerCarousel />
      <FeaturedLinks />
    </Stack>
  );
}

function Welcome() {
  const { t } = useTranslation();
  const { displayName } = useSession();
  return (
    <PageHeader
      title={t('Welcome, {{name}}!', { name: displayName })}
      tabTitle={t('Dashboard')}
      subtitle={t('Here is what is happening with your wallet')}
    />
  );
}
