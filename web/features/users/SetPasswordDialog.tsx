import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import type { UserDetails } from '#contract/users.ts';
import { useErrorText } from '../../lib/errors.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { NewPasswordInput } from './NewPasswordInput.tsx';
import { EMPTY_PASSWORD, findPasswordProblem, type PasswordForm } from './password-form.ts';
import { useSetPassword } from './queries.ts';

type SetPasswordDialogProps = { user: UserDetails; opened: boolean; onClose: () => void };

/** Sets a user's password. */
export function SetPasswordDialog({ user, opened, onClose }: SetPasswordDialogProps) {
  const { t } = useTranslation();
  const state = useSetPasswordForm(user, onClose);
  const { form, isPending } = state;
  return (
    <FormDialog
      opened={opened}
      onClose={state.close}
      title={t('Change Password')}
      submitLabel={t('Update Password')}
      pendingLabel={t('Updating...')}
      pending={isPending}
      error={state.problem}
      onSubmit={state.submit}
      size="sm"
    >
      <Text size="sm">
        {t('Change password for user: {{username}}', { username: user.username })}
      </Text>
      <NewPasswordInput
        label={t('New Password')}
        disabled={isPending}
        value={form.password}
        onChange={(password) => state.change({ password })}
        data-autofocus
      />
      <NewPasswordInput
        label={t('Confirm New Password')}
        disabled={isPending}
        value={form.confirmation}
        onChange={(confirmation) => state.change({ confirmation })}
      />
      <Text size="sm" c="dimmed">
        {t('The user is signed out everywhere.')}
      </Text>
    </FormDialog>
  );
}

function useSetPasswordForm(user: UserDetails, onClose: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [form, setForm] = useState(EMPTY_PASSWORD);
  const [problem, setProblem] = useState<string>();
  const setPassword = useSetPassword();
  const texts = {
    missing: t(errorTable.ALL_FIELDS_REQUIRED.message),
    different: t('Passwords do not match'),
    short: t(errorTable.PASSWORD_TOO_SHORT.message),
  };
  const change = (part: Partial<PasswordForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setProblem(undefined);
  };
  const close = () => {
    setForm(EMPTY_PASSWORD);
    setProblem(undefined);
    onClose();
  };
  const submit = () => {
    const found = findPasswordProblem(form);
    setProblem(found && texts[found]);
    if (found) return;
    setPassword.mutate(
      { userId: user.id, newPassword: form.password },
      {
        onSuccess: () => {
          close();
          toastSuccess({ message: t('Password updated successfully') });
        },
        onError: (error) => setProblem(errorText(error, t('Failed to update password'))),
      },
    );
  };
  return { form, problem, isPending: setPassword.isPending, change, close, submit };
}
