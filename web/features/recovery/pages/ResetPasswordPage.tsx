import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { paths } from '#web/lib/page/paths.ts';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { EntryPage } from '../../sessions/components/EntryPage.tsx';
import { NewPasswordField } from '../../users/components/NewPasswordField.tsx';
import { NewPasswordInput } from '../../users/components/NewPasswordInput.tsx';
import { useNewPassword } from '../../users/hooks/use-new-password.ts';
import { useResetPassword } from '../queries.ts';

/** Sets a new password. The link's token is in the fragment, and is removed from the address when the page opens. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const title = t('Choose a new password');
  useDocumentTitle(title);
  const [token] = useState(takeToken);
  const reset = useResetPassword();
  const isInvalid = token === '' || errorCode(reset.error) === 'RESET_LINK_INVALID';
  return (
    <EntryPage title={title}>
      <Stack gap="md">
        {reset.isSuccess && (
          <StateAlert state="done" role="status">
            {t('Your password was changed. Please log in with the new one.')}
          </StateAlert>
        )}
        {isInvalid && (
          <>
            <StateAlert state="failed" role="alert">
              {t(errorTable.RESET_LINK_INVALID.message)}
            </StateAlert>
            <Anchor data-reached component={Link} to={paths.forgotPassword} size="sm" mb="xs">
              {t('Get a new link')}
            </Anchor>
          </>
        )}
        {!reset.isSuccess && !isInvalid && <ResetForm token={token} reset={reset} />}
        <Anchor data-reached component={Link} to={paths.login} size="sm">
          {t('Return to Login')}
        </Anchor>
      </Stack>
    </EntryPage>
  );
}

function takeToken(): string {
  const token = window.location.hash.slice(1);
  if (token !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  return token;
}

type ResetFormProps = { token: string; reset: ReturnType<typeof useResetPassword> };

function ResetForm({ token, reset }: ResetFormProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { form, findProblem, clear } = useNewPassword('');
  const submit = (values: Parameters<typeof findProblem>[0]) => {
    const problem = findProblem(values);
    if (problem) return form.setError(problem);
    reset.mutate(
      { token, newPassword: values.password },
      {
        onSuccess: clear,
        onError: (error) => form.setError(errorText(error, t('Failed to update password'))),
      },
    );
  };
  return (
    <PageForm
      form={form}
      pending={reset.isPending}
      failure={null}
      onSubmit={submit}
      footer={
        <SubmitButton
          label={t('Update Password')}
          pendingLabel={t('Updating...')}
          pending={reset.isPending}
        />
      }
    >
      <Text size="sm">{t('You will be logged out everywhere.')}</Text>
      <NewPasswordField
        label={t('New Password')}
        {...form.field('password')}
        username=""
        data-autofocus
      />
      <NewPasswordInput label={t('Confirm New Password')} {...form.field('confirmation')} />
    </PageForm>
  );
}
