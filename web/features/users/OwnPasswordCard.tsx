import { Alert, Group, Paper, Stack, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { useErrorText } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { NewPasswordInput } from './NewPasswordInput.tsx';
import { EMPTY_PASSWORD, findPasswordProblem } from './password-form.ts';
import { useChangeOwnPassword } from './queries.ts';

const EMPTY = { ...EMPTY_PASSWORD, current: '' };
type OwnPasswordForm = typeof EMPTY;

/** Changes the password of whoever is signed in. */
export function OwnPasswordCard() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { form, problem, isPending, change, submit } = useOwnPasswordForm();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="own-password">
      <Title order={2} size="h4" id="own-password" mb="md">
        {user.role === 'admin' ? t('Change Admin Password') : t('Change Password')}
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <NewPasswordInput
            label={t('Current Password')}
            autoComplete="current-password"
            disabled={isPending}
            value={form.current}
            onChange={(current) => change({ current })}
          />
          <NewPasswordInput
            label={t('New Password')}
            disabled={isPending}
            value={form.password}
            onChange={(password) => change({ password })}
          />
          <NewPasswordInput
            label={t('Confirm New Password')}
            disabled={isPending}
            value={form.confirmation}
            onChange={(confirmation) => change({ confirmation })}
          />
          {problem && (
            <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end">
            <SubmitButton
              label={t('Update Password')}
              pendingLabel={t('Updating...')}
              pending={isPending}
            />
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function useOwnPasswordForm() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { user } = useSession();
  const [form, setForm] = useState(EMPTY);
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useChangeOwnPassword();
  const texts = {
    missing: t(errorTable.ALL_FIELDS_REQUIRED.message),
    different: t('New passwords do not match'),
    short: t(errorTable.PASSWORD_TOO_SHORT.message),
  };
  const change = (part: Partial<OwnPasswordForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setProblem(undefined);
  };
  const succeed = () => {
    setForm(EMPTY);
    toastSuccess({
      message:
        user.role === 'admin'
          ? t('Admin password updated successfully')
          : t('Password updated successfully'),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const found = form.current ? findPasswordProblem(form) : 'missing';
    setProblem(found && texts[found]);
    if (found) return;
    mutate(
      { currentPassword: form.current, newPassword: form.password },
      {
        onSuccess: succeed,
        onError: (error) => setProblem(errorText(error, t('Failed to update password'))),
      },
    );
  };
  return { form, problem, isPending, change, submit };
}
