import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { UserDetails } from '#contract/users/schema.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { IfCan } from '#web/ui/IfCan.tsx';
import { IconShield } from '#web/ui/icons/IconShield.ts';
import { IconTrash } from '#web/ui/icons/IconTrash.ts';
import { IconUserCheck } from '#web/ui/icons/IconUserCheck.ts';
import { IconUserOff } from '#web/ui/icons/IconUserOff.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useBalanceUpdate } from '../hooks/use-balance-update.ts';
import { useStatusToggle } from '../hooks/use-status-toggle.ts';
import { type Protection, protectionOf } from '../model/protections.ts';
import classes from '../pages/UserPage.module.css';
import { FreezeButton, FreezeNotice } from './AccountFreeze.tsx';
import { BalanceDialog } from './BalanceDialog.tsx';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { FactorResetButton } from './FactorReset.tsx';
import { RoleBadge } from './RoleBadge.tsx';
import { RoleDialog } from './RoleDialog.tsx';

const AVATAR_SIZE = 88;
const WRAPPING = { root: classes.act, label: classes.actLabel };
const REASON_ID = 'protection-reason';

type UserProps = { user: UserDetails };

/** User profile with the balance, and actions to activate, deactivate or delete the user. */
export function UserProfileCard({ user }: UserProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('User Profile')}>
      <Stack align="center" gap="xs" ta="center">
        <PersonAvatar name={user.name} url={user.avatarUrl} size={AVATAR_SIZE} />
        <Text fw={650} size="lg" className={classes.name}>
          {user.name}
        </Text>
        <Text c="dimmed" size="sm" className={classes.name}>
          @{user.username}
        </Text>
        <Group gap="2xs" justify="center">
          <RoleBadge {...user} />
          <StateBadge state={user.status === 'active' ? 'active' : 'deactivated'} />
          {user.isFrozen && <StateBadge state="frozen" />}
        </Group>
      </Stack>
      <div className={classes.balance}>
        <Text size="sm" c="dimmed">
          {t('Current Balance')}
        </Text>
        <Amount paise={user.balancePaise} fw={700} size="xl" />
        {user.heldPaise > 0 && (
          <Text size="sm" c="dimmed">
            {t('{{held}} on hold', { held: formatRupees(user.heldPaise) })}
          </Text>
        )}
        <BalanceButton user={user} />
      </div>
      {user.freeze && <FreezeNotice freeze={user.freeze} />}
      <IfCan permission="users:manage">
        <UserActs user={user} />
      </IfCan>
    </Card>
  );
}

function BalanceButton({ user }: UserProps) {
  const { t } = useTranslation();
  const session = useSession();
  const balance = useBalanceUpdate();
  const mayAdjust = useCan('balances:adjust');
  if (!mayAdjust || user.id === session.user.id) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" mt="xs" onClick={() => balance.dialog.open(user)}>
        {t('Update Balance')}
      </Button>
      <BalanceDialog update={balance} />
    </>
  );
}

function UserActs({ user }: UserProps) {
  const { t } = useTranslation();
  const session = useSession();
  const [isDeleting, deleting] = useDisclosure(false);
  const [isChangingRole, changingRole] = useDisclosure(false);
  const [isDeactivating, deactivating] = useDisclosure(false);
  const protection = protectionOf(user, session.user.id);
  const toggle = useStatusToggle(user, protection);
  const isActive = user.status === 'active';
  const described = protection && { 'aria-describedby': REASON_ID };
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs">
        <Button
          variant="default"
          classNames={WRAPPING}
          leftSection={<IconShield size={16} />}
          disabled={protection !== undefined}
          onClick={changingRole.open}
          {...described}
        >
          {t('Change role')}
        </Button>
        <Button
          variant="default"
          classNames={WRAPPING}
          leftSection={isActive ? <IconUserOff size={16} /> : <IconUserCheck size={16} />}
          loading={toggle.isPending}
          // Styled and announced as disabled, but clickable: a click shows the reason.
          data-disabled={protection && isActive ? true : undefined}
          aria-disabled={protection && isActive ? true : undefined}
          onClick={isActive && !protection ? deactivating.open : toggle.run}
          {...described}
        >
          {isActive ? t('Deactivate User') : t('Activate User')}
        </Button>
        <FreezeButton user={user} disabled={protection === 'own'} />
        {user.secondFactorSince && user.id !== session.user.id && <FactorResetButton user={user} />}
        <Button
          color={ACTION_COLORS.destroy}
          variant="light"
          classNames={WRAPPING}
          leftSection={<IconTrash size={16} />}
          disabled={protection !== undefined}
          onClick={deleting.open}
          {...described}
        >
          {t('Delete User')}
        </Button>
      </SimpleGrid>
      {protection && <ProtectionReason protection={protection} />}
      <ConfirmDialog
        opened={isDeactivating}
        onClose={deactivating.close}
        title={t('Deactivate {{username}}?', { username: user.username })}
        message={t('The user is logged out everywhere and cannot log in until activated again.')}
        confirmLabel={t('Deactivate User')}
        onConfirm={() => {
          deactivating.close();
          toggle.run();
        }}
        danger
      />
      <RoleDialog
        key={`${user.role} ${user.adminRole}`}
        user={user}
        opened={isChangingRole}
        onClose={changingRole.close}
      />
      <DeleteUserDialog user={user} opened={isDeleting} onClose={deleting.close} />
    </Stack>
  );
}

function ProtectionReason({ protection }: { protection: Protection }) {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed" ta="center" id={REASON_ID}>
      {protection === 'default'
        ? t('Default users cannot be deactivated or deleted.')
        : t(errorTable.OWN_ACCOUNT_PROTECTED.message)}
    </Text>
  );
}
