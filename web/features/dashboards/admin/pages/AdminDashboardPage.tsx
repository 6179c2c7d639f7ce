import { Button, SimpleGrid, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Protection } from '#web/features/approvals/components/Protection.tsx';
import { ChangePasswordCard } from '#web/features/users/components/ChangePasswordCard.tsx';
import { useErrorText } from '#web/lib/api/errors.ts';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';
import { paths } from '#web/lib/page/paths.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { IconUserPlus } from '#web/ui/icons/IconUserPlus.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { AdminQuickActions } from '../components/AdminQuickActions.tsx';
import { AdminStats } from '../components/AdminStats.tsx';
import { SystemStatus } from '../components/SystemStatus.tsx';
import { WorkInView } from '../components/WorkInView.tsx';
import { useAdminDashboard } from '../queries.ts';

/** Lazy: the chart library is large, and only the charts need it. */
const Charts = lazy(() => loadWithRetries(() => import('../components/Charts.tsx')));
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
          <IfCan permission="users:manage">
            <Button
              component={Link}
              to={paths.admin.createUser}
              leftSection={<IconUserPlus size={16} />}
            >
              {t('Add User')}
            </Button>
          </IfCan>
        }
      />
      <Stack gap="md" data-in-order>
        {dashboard.isError && (
          <StateAlert state="failed" role="alert">
            {errorText(dashboard.error, t('Failed to fetch admin statistics'))}
          </StateAlert>
        )}
        <AdminStats figures={dashboard.data} />
        <WorkInView />
        <Protection />
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
