import { Alert, Paper, Stack, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { useErrorText } from '../../lib/errors.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { NewPasswordInput } from './NewPasswordInput.tsx';
import {
  EMPTY_OWN_PASSWORD,
  findOwnPasswordProblem,
  type OwnPasswordForm,
} from './own-password-form.ts';
import { useChangeOwnPassword } from './queries.ts';

type ChangePasswordCardProps = {
  title: string;
  /** What the toast says after a success, translated. */
  successText: string;
};

/** Changes the signed-in person's own password. What was typed stays after a refusal. */
export function ChangePasswordCard({ title, successText }: ChangePasswordCardProps) {
  const { t } = useTranslation();
  const { form, problem, isPending, change, submit } = useOwnPassword(successText);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="change-password-title">
      <Title order={2} size="h4" id="change-password-title" mb="md">
        {title}
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
          <SubmitButton
            label={t('Update Password')}
            pendingLabel={t('Updating...')}
            pending={isPending}
          />
        </Stack>
      </form>
    </Paper>
  );
}

function useOwnPassword(successText: string) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [form, setForm] = useState(EMPTY_OWN_PASSWORD);
  const [problem, setProblem] = useState<string>();
  const texts = {
    missing: t(errorTable.ALL_FIELDS_REQUIRED.message),
    different: t('New passwords do not match'),
    short: t(errorTable.PASSWORD_TOO_SHORT.message),
  };
  const update = useChangeOwnPassword({
    success: () => {
      setForm(EMPTY_OWN_PASSWORD);
      toastSuccess({ message: successText });
    },
    error: (error) => setProblem(errorText(error, t('Failed to update password'))),
  });
  const change = (part: Partial<OwnPasswordForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setProblem(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const found = findOwnPasswordProblem(form);
    setProblem(found && texts[found]);
    if (found) return;
    update.mutate({ currentPassword: form.current, newPassword: form.password });
  };
  return { form, problem, isPending: update.isPending, change, submit };
}
