import { Button, SimpleGrid, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/errors.ts';
import { loadWithRetries } from '../../lib/load-with-retries.ts';
import { paths } from '../../lib/paths.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StateAlert } from '../../ui/StateAlert.tsx';
import { ChangePasswordCard } from '../users/ChangePasswordCard.tsx';
import { AdminQuickActions } from './AdminQuickActions.tsx';
import { AdminStats } from './AdminStats.tsx';
import { useAdminDashboard } from './queries.ts';
import { SystemStatus } from './SystemStatus.tsx';
import { WorkInView } from './WorkInView.tsx';

/** Lazy: the chart library is large, and only the charts need it. */
const Charts = lazy(() => loadWithRetries(() => import('./Charts.tsx')));
const SKELETON_ROWS = 5;

export function AdminDashboardPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const dashboard = useAdminDashboard();
  return (
    <>
      <PageHeader
        title={t('Admin Dashboard')}
        actions={
          <Button
            component={Link}
            to={paths.admin.createUser}
            leftSection={<IconUserPlus size={16} stroke={1.75} />}
          >
            {t('Add User')}
          </Button>
        }
      />
      <Stack gap="lg">
        {dashboard.isError && (
          <StateAlert state="failed" role="alert">
            {errorText(dashboard.error, t('Failed to fetch admin statistics'))}
          </StateAlert>
        )}
        <AdminStats figures={dashboard.data} />
        <WorkInView />
        <AdminQuickActions />
        <Suspense fallback={<ListSkeleton rows={SKELETON_ROWS} />}>
          <Charts />
        </Suspense>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <ChangePasswordCard
            title={t('Change Admin Password')}
            successText={t('Admin password updated successfully')}
          />
          <SystemStatus health={dashboard.isError ? undefined : dashboard.data?.health} />
        </SimpleGrid>
      </Stack>
    </>
  );
}
