import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { UserRow } from '#contract/users/schema.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { RowButton, RowLine, RowLink, RowState } from '#web/ui/table/RowControls.tsx';
import { toastError } from '#web/ui/toasts.ts';
import { RoleTag } from './RoleBadge.tsx';
import classes from './UserRow.module.css';

type UserProps = { user: UserRow };
type UserActionsProps = UserProps & { onBalance: (user: UserRow) => void };

export function UserNames({ user }: UserProps) {
  return (
    <>
      <RowLine isStrong width="12rem">
        {user.name}
      </RowLine>
      <RowLine isSmall width="12rem">{`@${user.username}`}</RowLine>
    </>
  );
}

export function AccountStates({ user }: { user: Pick<UserRow, 'status' | 'isFrozen'> }) {
  return (
    <>
      <RowState state={user.status === 'active' ? 'active' : 'deactivated'} />
      {user.isFrozen && <RowState state="frozen" />}
    </>
  );
}

/** The balance, and how much of it pending withdrawals hold. */
export function BalanceCell({ user }: UserProps) {
  const { t } = useTranslation();
  const held = user.heldPaise > 0 && t('{{held}} on hold', { held: formatRupees(user.heldPaise) });
  return (
    <>
      <Amount paise={user.balancePaise} fw={600} />
      <RowLine isSmall>{[t('Real-time balance'), held].filter(Boolean).join(' · ')}</RowLine>
    </>
  );
}

/** Actions of a row; each control's label includes the username. */
export function UserActions({ user, onBalance }: UserActionsProps) {
  const { t } = useTranslation();
  const session = useSession();
  const mayAdjust = useCan('balances:adjust');
  const isOwn = user.id === session.user.id;
  const edit = () =>
    isOwn ? toastError({ message: t(errorTable.OWN_ACCOUNT_PROTECTED.message) }) : onBalance(user);
  return (
    <>
      {mayAdjust && (
        <RowButton
          aria-label={t('Update balance of {{username}}', { username: user.username })}
          title={t('Update User Balance')}
          // Styled and announced as disabled, but clickable: a click shows the reason.
          aria-disabled={isOwn || undefined}
          onClick={edit}
        >
          ₹
        </RowButton>
      )}
      <RowLink
        to={paths.admin.user(user.id)}
        label={t('View {{username}}', { username: user.username })}
      >
        {t('View')}
      </RowLink>
    </>
  );
}

export function UserCard({ user, onBalance }: UserActionsProps) {
  return (
    <Stack gap="3xs">
      <div className={classes.ends}>
        <div className={classes.names}>
          <RowLine isStrong width="100%">
            {user.name}
          </RowLine>
          <RowLine isSmall width="100%">{`@${user.username} · ${user.email}`}</RowLine>
        </div>
        <div className={classes.balance}>
          <BalanceCell user={user} />
        </div>
      </div>
      <div className={classes.ends}>
        <span>
          <RoleTag {...user} /> <AccountStates user={user} />
        </span>
        <span className={classes.actions}>
          <UserActions user={user} onBalance={onBalance} />
        </span>
      </div>
    </Stack>
  );
}
