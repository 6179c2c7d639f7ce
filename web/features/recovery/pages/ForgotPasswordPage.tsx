import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { paths } from '#web/lib/page/paths.ts';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { LoadingScreen } from '#web/ui/state/LoadingScreen.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { EntryPage } from '../../sessions/components/EntryPage.tsx';
import { SupportContact } from '../components/ForgottenPassword.tsx';
import { useRecoveryOptions, useRequestReset } from '../queries.ts';

export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const title = t('Reset your password');
  useDocumentTitle(title);
  const { data, isPending } = useRecoveryOptions();
  const request = useRequestReset();
  // The card is in the middle of the window, so that a later part would move all of it.
  if (isPending) return <LoadingScreen text={t('Loading...')} />;
  return (
    <EntryPage title={title}>
      <Stack gap="md">
        {request.isSuccess && (
          <StateAlert state="done" role="status">
            {t(
              'If this account has a confirmed recovery email, a link was sent to it. It is valid for 20 minutes.',
            )}
          </StateAlert>
        )}
        {data?.isAvailable === false && (
          <StateAlert state="warning">{t(errorTable.RECOVERY_UNAVAILABLE.message)}</StateAlert>
        )}
        {data?.isAvailable && !request.isSuccess && <RequestForm request={request} />}
        <Text size="sm" c="dimmed">
          {t('No recovery email? Ask support to set a new password for you.')}
        </Text>
        {data && <SupportContact phone={data.supportPhone} email={data.supportEmail} />}
        <Anchor data-reached component={Link} to={paths.login} size="sm">
          {t('Return to Login')}
        </Anchor>
      </Stack>
    </EntryPage>
  );
}

function RequestForm({ request }: { request: ReturnType<typeof useRequestReset> }) {
  const { t } = useTranslation();
  const form = useCheckedForm<{ username: string }, { username: string }>({
    initialValues: { username: '' },
    findProblems: ({ username }) =>
      username.trim() === '' ? { username: t(errorTable.USERNAME_REQUIRED.message) } : {},
  });
  return (
    <PageForm
      form={form}
      pending={request.isPending}
      failure={request.error}
      onSubmit={({ username }) => {
        form.start({ username });
        request.mutate({ username });
      }}
      footer={
        <SubmitButton
          label={t('Send link')}
          pendingLabel={t('Sending...')}
          pending={request.isPending}
        />
      }
    >
      <TextInput
        label={t('Username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        {...form.field('username')}
        error={form.problems.username}
        data-autofocus
      />
    </PageForm>
  );
}
