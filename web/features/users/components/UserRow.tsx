import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconCurrencyRupee } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { UserRow } from '#contract/users/schema.ts';
import { paths } from '#web/lib/page/paths.ts';
import { toastError } from '#web/lib/page/toasts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { IfCan } from '#web/ui/IfCan.tsx';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { RoleBadge } from './RoleBadge.tsx';
import classes from './UserRow.module.css';

type UserProps = { user: UserRow };
type UserActionsProps = UserProps & { onBalance: (user: UserRow) => void };

export function UserNames({ user }: UserProps) {
  return (
    <div className={classes.who}>
      <PersonAvatar name={user.name} url={user.avatarUrl} size={32} />
      <div className={classes.names}>
        <Text size="sm" fw={600} truncate title={user.name}>
          {user.name}
        </Text>
        <Text size="xs" c="dimmed" truncate title={user.username}>
          @{user.username}
        </Text>
      </div>
    </div>
  );
}

export function AccountBadges({ user }: { user: Pick<UserRow, 'status' | 'isFrozen'> }) {
  return (
    <Group gap="2xs" wrap="wrap">
      <StateBadge state={user.status === 'active' ? 'active' : 'deactivated'} />
      {user.isFrozen && <StateBadge state="frozen" />}
    </Group>
  );
}

/** The balance, and how much of it pending withdrawals hold. */
export function BalanceCell({ user }: UserProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={0}>
      <Amount paise={user.balancePaise} fw={600} size="sm" />
      <Text size="xs" c="dimmed" miw="max-content">
        {t('Real-time balance')}
      </Text>
      {user.heldPaise > 0 && (
        <Text size="xs" c="dimmed" miw="max-content">
          {t('{{held}} on hold', { held: formatRupees(user.heldPaise) })}
        </Text>
      )}
    </Stack>
  );
}

/** Actions of a row; each control's label includes the username. */
export function UserActions({ user, onBalance }: UserActionsProps) {
  const { t } = useTranslation();
  const session = useSession();
  const label = t('Update balance of {{username}}', { username: user.username });
  const isOwn = user.id === session.user.id;
  const edit = () =>
    isOwn ? toastError({ message: t(errorTable.OWN_ACCOUNT_PROTECTED.message) }) : onBalance(user);
  return (
    <div className={classes.actions}>
      <IfCan permission="balances:adjust">
        <ActionIcon
          variant="default"
          size={30}
          aria-label={label}
          title={t('Update User Balance')}
          // Styled and announced as disabled, but clickable: a click shows the reason.
          data-disabled={isOwn || undefined}
          aria-disabled={isOwn || undefined}
          onClick={edit}
        >
          <IconCurrencyRupee size={16} stroke={1.75} />
        </ActionIcon>
      </IfCan>
      <Button
        component={Link}
        to={paths.admin.user(user.id)}
        variant="default"
        size="compact-sm"
        h={30}
        aria-label={t('View {{username}}', { username: user.username })}
      >
        {t('View')}
      </Button>
    </div>
  );
}

export function UserCard({ user, onBalance }: UserActionsProps) {
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <UserNames user={user} />
        <Stack ta="right" gap={0}>
          <BalanceCell user={user} />
        </Stack>
      </Group>
      <Text size="sm" c="dimmed" truncate>
        {user.email}
      </Text>
      <Group justify="space-between">
        <Group gap="2xs">
          <RoleBadge {...user} />
          <AccountBadges user={user} />
        </Group>
        <UserActions user={user} onBalance={onBalance} />
      </Group>
    </Stack>
  );
}
