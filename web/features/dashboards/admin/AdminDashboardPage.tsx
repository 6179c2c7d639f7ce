import { Button, SimpleGrid, Stack, ThemeIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Protection } from '#web/features/approvals/components/Protection.tsx';
import { ChangePasswordCard } from '#web/features/users/components/ChangePasswordCard.tsx';
import { useErrorText } from '#web/lib/api/errors.ts';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';
import { type Path, paths } from '#web/lib/page/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { IfCan } from '#web/ui/IfCan.tsx';
import type { Icon } from '#web/ui/icons/draw-icon.tsx';
import { IconListCheck } from '#web/ui/icons/IconListCheck.ts';
import { IconUserPlus } from '#web/ui/icons/IconUserPlus.ts';
import { IconUsers } from '#web/ui/icons/IconUsers.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { useMayOpen } from '#web/ui/page/use-navigation.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import classes from './components/AdminDashboard.module.css';
import { AdminStats } from './components/AdminStats.tsx';
import { SystemStatus } from './components/SystemStatus.tsx';
import { WorkInView } from './components/WorkInView.tsx';
import { useAdminDashboard } from './queries.ts';

/** Lazy: the chart library is large, and only the charts need it. */
const Charts = lazy(() => loadWithRetries(() => import('./components/Charts.tsx')));
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

type Action = {
  to: Path;
  label: string;
  icon: Icon;
};

/** Links to the most common tasks of administrators. */
function AdminQuickActions() {
  const { t } = useTranslation();
  const mayOpen = useMayOpen();
  const actions: Action[] = [
    { to: paths.admin.users, label: t('Manage Users'), icon: IconUsers },
    { to: paths.admin.transactions, label: t('Review Transactions'), icon: IconListCheck },
    { to: paths.admin.createUser, label: t('Create New User'), icon: IconUserPlus },
  ];
  const permitted = actions.filter(({ to }) => mayOpen(to));
  return (
    <Card title={t('Quick Actions')}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {permitted.map(({ to, label, icon: ActionIcon }) => (
          <Link key={to} to={to} className={classes.action}>
            <ThemeIcon variant="light" size="lg" radius="md" aria-hidden>
              <ActionIcon size={20} />
            </ThemeIcon>
            {label}
          </Link>
        ))}
      </SimpleGrid>
    </Card>
  );
}
