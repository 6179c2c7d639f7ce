import { Button, Paper } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { pagePermission } from '#web/lib/page/page-permissions.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';

/** Shows the page, or which permission the account lacks to open it. */
export function PermittedPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const pathname = useLocation({ select: (location) => location.pathname });
  const permission = pagePermission(pathname);
  if (!permission || permissions.includes(permission)) return children;
  return (
    <>
      <PageHeader title={t('This page is not for your admin role')} />
      <Paper withBorder>
        <EmptyState
          picture="people"
          title={t(errorTable.PERMISSION_REQUIRED.message, { permission })}
          action={
            <Button component={Link} to={paths.admin.dashboard} mt="xs">
              {t('Dashboard')}
            </Button>
          }
        />
      </Paper>
    </>
  );
}
