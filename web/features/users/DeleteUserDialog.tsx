import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/money.ts';
import type { UserDetails } from '#contract/users.ts';
import { errorCode, useErrorText } from '../../lib/errors.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { ActionDialog } from '../../ui/ActionDialog.tsx';
import { useRemoveUser } from './queries.ts';

type DeleteUserDialogProps = { user: UserDetails; opened: boolean; onClose: () => void };

/** Asks before a user and their data are deleted; warns of money that would be left behind. */
export function DeleteUserDialog({ user, opened, onClose }: DeleteUserDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const remove = useRemoveUser();
  const fail = (error: unknown) => {
    onClose();
    const isDefault = errorCode(error) === 'DEFAULT_USER_KEPT';
    toastError({
      title: isDefault ? t('Cannot delete default user') : undefined,
      message: errorText(error, t('Failed to delete user')),
    });
  };
  const succeed = () => {
    onClose();
    toastSuccess({ message: t('User deleted successfully') });
    void navigate({ to: '/admin/users' });
  };
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('Are you sure?')}
      submitLabel={t('Delete User')}
      pendingLabel={t('Deleting...')}
      pending={remove.isPending}
      onSubmit={() => remove.mutate({ userId: user.id }, { onSuccess: succeed, onError: fail })}
      danger
    >
      <Text>
        {t(
          'This action cannot be undone. This will permanently delete the user account and remove their data from our servers.',
        )}
      </Text>
      {user.balancePaise !== 0 && (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
          {t('{{username}} still has {{balance}}. Deleting the account forfeits this balance.', {
            username: user.username,
            balance: formatRupees(user.balancePaise),
          })}
        </Alert>
      )}
    </ActionDialog>
  );
}
