import { List, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { UserDetails } from '#contract/users/schema.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { paths } from '#web/lib/page/paths.ts';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts.ts';
import { usePendingOf, useRemoveUser } from '../queries.ts';

type DeleteUserDialogProps = { user: UserDetails; opened: boolean; onClose: () => void };

/** Confirms the deletion of a user: lists the consequences and requires typing the username. */
export function DeleteUserDialog({ user, opened, onClose }: DeleteUserDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const remove = useRemoveUser();
  const [typed, setTyped] = useState('');
  const close = () => {
    setTyped('');
    onClose();
  };
  const fail = (error: unknown) => {
    if (errorCode(error) !== 'STEP_UP_REQUIRED') close();
    const isDefault = errorCode(error) === 'DEFAULT_USER_KEPT';
    toastFailure(error, {
      title: isDefault ? t('Cannot delete default user') : undefined,
      message: errorText(error, t('Failed to delete user')),
    });
  };
  const succeed = () => {
    close();
    toastSuccess({ message: t('User deleted successfully') });
    void navigate({ to: paths.admin.users });
  };
  return (
    <ActionDialog
      opened={opened}
      onClose={close}
      title={t('Are you sure?')}
      submitLabel={t('Delete User')}
      pendingLabel={t('Deleting...')}
      pending={remove.isPending}
      onSubmit={() =>
        remove.mutate(
          { userId: user.id, ...(user.closure && { closureId: user.closure.id }) },
          { onSuccess: succeed, onError: fail },
        )
      }
      submitDisabled={typed.trim() !== user.username}
      danger
    >
      <Text>
        {t(
          'This action cannot be undone. This will permanently delete the user account and remove their data from our servers.',
        )}
      </Text>
      {user.balancePaise !== 0 && (
        <StateAlert state="warning">
          {t('{{username}} still has {{balance}}. Deleting the account forfeits this balance.', {
            username: user.username,
            balance: formatRupees(user.balancePaise),
          })}
        </StateAlert>
      )}
      <PendingRequests user={user} isNeeded={opened} />
      <TextInput
        label={t('Type {{username}} to confirm', { username: user.username })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
    </ActionDialog>
  );
}

/** Pending requests that the deletion rejects, with their amounts. */
function PendingRequests({ user, isNeeded }: { user: UserDetails; isNeeded: boolean }) {
  const { t } = useTranslation();
  const { data } = usePendingOf(user.id, isNeeded);
  const rows = data?.rows.filter(({ userId }) => userId === user.id) ?? [];
  if (rows.length === 0) return null;
  return (
    <StateAlert state="warning" title={t('These pending requests will be rejected:')}>
      <List size="sm">
        {rows.map(({ id, type, amountPaise }) => {
          const amount = formatRupees(amountPaise);
          return (
            <List.Item key={id}>
              {type === 'deposit'
                ? t('Deposit of {{amount}}', { amount })
                : t('Withdrawal of {{amount}}', { amount })}
            </List.Item>
          );
        })}
      </List>
    </StateAlert>
  );
}
