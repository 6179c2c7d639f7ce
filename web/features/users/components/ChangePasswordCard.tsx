import { useTranslation } from 'react-i18next';
import { Card } from '#web/ui/Card.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { useOwnPassword } from '../hooks/use-own-password.ts';
import { OwnPasswordFields } from './OwnPasswordFields.tsx';

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
        <OwnPasswordFields form={form} />
      </PageForm>
    </Card>
  );
}
