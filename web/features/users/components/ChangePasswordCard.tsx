import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { toastSuccess } from '#web/lib/page/toasts.ts';
import { Card } from '#web/ui/Card.tsx';
import { PageForm } from '#web/ui/form/PageForm.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import {
  EMPTY_OWN_PASSWORD,
  findOwnPasswordProblem,
  type OwnPasswordForm,
} from '../model/own-password-form.ts';
import { useChangeOwnPassword } from '../queries.ts';
import { NewPasswordInput } from './NewPasswordInput.tsx';

type ChangePasswordCardProps = {
  title: string;
  /** Translated text of the success toast. */
  successText: string;
};

/** Changes the signed-in user's password. Keeps its input after an error. */
export function ChangePasswordCard({ title, successText }: ChangePasswordCardProps) {
  const { t } = useTranslation();
  const { form, isPending, submit } = useOwnPassword(successText);
  return (
    <Card title={title}>
      <PageForm
        form={form}
        pending={isPending}
        failure={null}
        onSubmit={submit}
        footer={
          <SubmitButton
            label={t('Update Password')}
            pendingLabel={t('Updating...')}
            pending={isPending}
          />
        }
      >
        <NewPasswordInput
          label={t('Current Password')}
          autoComplete="current-password"
          {...form.field('current')}
        />
        <NewPasswordInput label={t('New Password')} {...form.field('password')} />
        <NewPasswordInput label={t('Confirm New Password')} {...form.field('confirmation')} />
      </PageForm>
    </Card>
  );
}

function useOwnPassword(successText: string) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const form = useCheckedForm({ initialValues: EMPTY_OWN_PASSWORD });
  const texts = {
    missing: t(errorTable.ALL_FIELDS_REQUIRED.message),
    different: t('New passwords do not match'),
    short: t(errorTable.PASSWORD_TOO_SHORT.message),
  };
  const update = useChangeOwnPassword({
    success: () => {
      form.start(EMPTY_OWN_PASSWORD);
      toastSuccess({ message: successText });
    },
    error: (error) => form.setError(errorText(error, t('Failed to update password'))),
  });
  const submit = (values: OwnPasswordForm) => {
    const found = findOwnPasswordProblem(values);
    if (found) return form.setError(texts[found]);
    update.mutate({ currentPassword: values.current, newPassword: values.password });
  };
  return { form, isPending: update.isPending, submit };
}
