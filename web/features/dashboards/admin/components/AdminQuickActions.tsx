import { SimpleGrid, ThemeIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Path, paths } from '#web/lib/page/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import type { Icon } from '#web/ui/icons/draw-icon.tsx';
import { IconListCheck } from '#web/ui/icons/IconListCheck.ts';
import { IconUserPlus } from '#web/ui/icons/IconUserPlus.ts';
import { IconUsers } from '#web/ui/icons/IconUsers.ts';
import { useMayOpen } from '#web/ui/page/use-navigation.ts';
import classes from './AdminDashboard.module.css';

type Action = {
  to: Path;
  label: string;
  icon: Icon;
};

/** Links to the most common tasks of administrators. */
export function AdminQuickActions() {
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
