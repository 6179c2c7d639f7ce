import { Button, Paper } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { ButtonRow } from '#web/ui/ButtonRow.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { IconArrowLeft } from '#web/ui/icons/IconArrowLeft.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { toastSuccess } from '#web/ui/toasts.ts';
import { UserFields } from '../components/UserFields.tsx';
import { useCreateUser } from '../hooks/use-create-user.ts';

const FORM_WIDTH = '32rem';

export function CreateUserPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const state = useCreateUser(({ username }) => {
    toastSuccess({ message: t('User {{username}} has been created successfully', { username }) });
    void navigate({ to: paths.admin.users });
  });
  return (
    <>
      <PageHeader
        title={t('Create User')}
        subtitle={t('Create an account for a new user.')}
        actions={<BackToUsers />}
        hasLowActions
      />
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} maw={FORM_WIDTH}>
        <PageForm
          form={state.form}
          pending={state.isPending}
          failure={state.failure}
          onSubmit={state.submit}
          footer={
            <ButtonRow isAtEnd>
              <Button
                component={Link}
                to={paths.admin.users}
                ignoreBlocker
                variant="default"
                disabled={state.isPending}
              >
                {t('Cancel')}
              </Button>
              <SubmitButton
                label={t('Create User')}
                pendingLabel={t('Creating User...')}
                pending={state.isPending}
              />
            </ButtonRow>
          }
        >
          <UserFields state={state} />
        </PageForm>
      </Paper>
    </>
  );
}

export function BackToUsers() {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={paths.admin.users}
      variant="default"
      leftSection={<IconArrowLeft size={16} />}
    >
      {t('Back to Users')}
    </Button>
  );
}
