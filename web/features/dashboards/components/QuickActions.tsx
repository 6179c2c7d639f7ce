import { SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { type Icon, IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Path, paths } from '#web/lib/page/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import classes from './Dashboard.module.css';

/** Links to deposit and withdraw. */
export function QuickActions() {
  const { t } = useTranslation();
  return (
    <Card title={t('Quick Actions')}>
      <SimpleGrid cols={2} spacing="sm">
        <QuickAction
          to={paths.user.deposit}
          icon={IconArrowDownLeft}
          label={t('Deposit', { context: 'action' })}
          hint={t('Add money')}
        />
        <QuickAction
          to={paths.user.withdraw}
          icon={IconArrowUpRight}
          label={t('Withdraw')}
          hint={t('To your bank')}
        />
      </SimpleGrid>
    </Card>
  );
}

type QuickActionProps = {
  to: Path;
  icon: Icon;
  label: string;
  hint: string;
};

function QuickAction({ to, icon: ActionIcon, label, hint }: QuickActionProps) {
  return (
    <Link to={to} className={classes.action}>
      <ThemeIcon size={40} radius="xl" aria-hidden className={classes.actionIcon}>
        <ActionIcon size={22} stroke={1.75} />
      </ThemeIcon>
      <span>
        <Text component="span" fw={600} display="block">
          {label}
        </Text>
        <Text component="span" size="xs" c="dimmed" className={classes.hint}>
          {hint}
        </Text>
      </span>
    </Link>
  );
}
