import { Paper, SimpleGrid, Text, ThemeIcon, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Path, paths } from '#web/lib/page/paths.ts';
import type { Icon } from '#web/ui/icons/draw-icon.tsx';
import { IconArrowDownLeft } from '#web/ui/icons/IconArrowDownLeft.ts';
import { IconArrowUpRight } from '#web/ui/icons/IconArrowUpRight.ts';
import classes from './Dashboard.module.css';

/** Links to deposit and withdraw. */
export function QuickActions() {
  const { t } = useTranslation();
  return (
    <Paper
      component="section"
      withBorder
      className={classes.actions}
      aria-labelledby="quick-actions-title"
    >
      <Title order={2} size="h4" id="quick-actions-title" className={classes.actionsTitle}>
        {t('Quick Actions')}
      </Title>
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
    </Paper>
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
      <ThemeIcon radius="xl" aria-hidden className={classes.actionIcon}>
        <ActionIcon size={20} />
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
