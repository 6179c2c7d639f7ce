import { Checkbox, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/users/schema.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts.ts';
import { useMinPasswordLength } from '../hooks/use-min-password-length.ts';
import { useNewPassword } from '../hooks/use-new-password.ts';
import type { PasswordForm } from '../model/password-form.ts';
import { useSetPassword } from '../queries.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { NewPasswordInput } from './NewPasswordInput.tsx';

type SetPasswordDialogProps = { user: UserDetails; opened: boolean; onClose: () => void };

export function SetPasswordDialog({ user, opened, onClose }: SetPasswordDialogProps) {
  const { t } = useTranslation();
  const state = useSetPasswordForm(user, onClose);
  const { form } = state;
  const minLength = useMinPasswordLength(user.role);
  return (
    <FormDialog
      opened={opened}
      onClose={state.close}
      title={t('Change Password')}
      submitLabel={t('Update Password')}
      pendingLabel={t('Updating...')}
      pending={state.isPending}
      failure={null}
      form={form}
      onSubmit={state.submit}
      size="sm"
    >
      <Text size="sm">
        {t('Change password for user: {{username}}', { username: user.username })}
      </Text>
      <NewPasswordField
        label={t('New Password')}
        {...form.field('password')}
        username={user.username}
        minLength={minLength}
        data-autofocus
      />
      <NewPasswordInput label={t('Confirm New Password')} {...form.field('confirmation')} />
      <Text size="sm" c="dimmed">
        {t('The user will be logged out everywhere.')}
      </Text>
      <OtherAccess
        user={user}
        isRemoved={state.removesOthers}
        onChange={state.setRemovesOthers}
        isDisabled={state.isPending}
      />
    </FormDialog>
  );
}

interface OtherAccessProps {
  user: UserDetails;
  isRemoved: boolean;
  onChange: (isRemoved: boolean) => void;
  isDisabled: boolean;
}

/** The ways to log in that a new password does not remove, and a checkbox that removes them too. */
function OtherAccess({ user, isRemoved, onChange, isDisabled }: OtherAccessProps) {
  const { t } = useTranslation();
  const { hasAuthenticator, passkeys, hasRecoveryAddress, identity } = user.otherAccess;
  const kept = [
    ...(hasAuthenticator ? [t('Authenticator app')] : []),
    ...(passkeys > 0 ? [t('Passkeys: {{number}}', { number: passkeys })] : []),
    ...(hasRecoveryAddress ? [t('Recovery email')] : []),
    ...(identity === null ? [] : [t('Sign-in account: {{account}}', { account: identity })]),
  ];
  if (kept.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">{t('These ways to log in or to reset the password stay:')}</Text>
      <List size="sm">
        {kept.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
      <Checkbox
        label={t('Remove them too')}
        description={t(
          'If another person may have used the account, they may belong to that person.',
        )}
        checked={isRemoved}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Stack>
  );
}

function useSetPasswordForm(user: UserDetails, onClose: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { form, findProblem, clear } = useNewPassword(user.username);
  const setPassword = useSetPassword();
  const [removesOthers, setRemovesOthers] = useState(false);
  const close = () => {
    clear();
    setRemovesOthers(false);
    onClose();
  };
  const submit = (values: PasswordForm) => {
    const problem = findProblem(values);
    if (problem) return form.setError(problem);
    setPassword.mutate(
      { userId: user.id, newPassword: values.password, removesOtherAccess: removesOthers },
      {
        onSuccess: () => {
          close();
          toastSuccess({ message: t('Password updated successfully') });
        },
        onError: (error) => {
          const message = errorText(error, t('Failed to update password'));
          if (errorCode(error) !== 'SECOND_APPROVAL_REQUIRED') return form.setError(message);
          close();
          toastFailure(error, { message });
        },
      },
    );
  };
  return { form, isPending: setPassword.isPending, close, submit, removesOthers, setRemovesOthers };
}
