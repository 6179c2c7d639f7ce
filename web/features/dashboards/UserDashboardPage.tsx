import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { orpc } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/session/session.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { OwnBalance } from '../balances/components/OwnBalance.tsx';
import { BannerCarousel } from '../banners/components/BannerCarousel.tsx';
import { FeaturedLinks } from '../site-urls/components/FeaturedLinks.tsx';
import classes from './components/Dashboard.module.css';
import { OwnStats } from './components/OwnStats.tsx';
import { QuickActions } from './components/QuickActions.tsx';
import { RecentTransactions } from './components/RecentTransactions.tsx';
import { StartGuide } from './components/StartGuide.tsx';

export function UserDashboardPage() {
  return (
    <>
      <Welcome />
      <Settled>
        <div className={classes.page}>
          <div className={classes.side}>
            <QuickActions />
            <OwnStats />
            <div className={classes.late}>
              <StartGuide />
            </div>
            <div className={classes.late}>
              <FeaturedLinks />
            </div>
          </div>
          <div className={classes.main}>
            <div className={classes.banner}>
              <BannerCarousel />
            </div>
            <RecentTransactions />
          </div>
        </div>
      </Settled>
    </>
  );
}

/** Renders its children after the banners have loaded, because banners that appear later would move the page. */
function Settled({ children }: { children: ReactNode }) {
  const isPending = useDeferredValue(useQuery(orpc.banners.listActive.queryOptions()).isPending);
  return isPending ? <ListSkeleton rows={6} /> : children;
}

/** The dashboard in one column: actions first, banners last. */
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
      // Administrators have a balance card instead.
      actions={user.role === 'user' && <OwnBalance />}
    />
  );
}
