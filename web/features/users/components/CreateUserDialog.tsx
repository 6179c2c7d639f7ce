import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { toastSuccess } from '#web/ui/toasts.ts';
import { useCreateUser } from '../hooks/use-create-user.ts';
import { EMPTY_USER, isBlank } from '../model/user-form.ts';
import { UserFields } from './UserFields.tsx';

type CreateUserDialogProps = { opened: boolean; onClose: () => void };

/** Creates a user in a dialog over the list. */
export function CreateUserDialog({ opened, onClose }: CreateUserDialogProps) {
  const { t } = useTranslation();
  const state = useCreateUser(({ username }) => {
    onClose();
    toastSuccess({ message: t('User {{username}} created successfully', { username }) });
  });
  const close = () => {
    state.form.start(EMPTY_USER);
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('Create User')}
      submitLabel={t('Create User')}
      pendingLabel={t('Creating User...')}
      pending={state.isPending}
      failure={state.failure}
      form={state.form}
      onSubmit={state.submit}
      // Specification: submitting without username and password does nothing.
      isBlank={isBlank(state.form.values)}
      size="sm"
    >
      <UserFields state={state} />
    </FormDialog>
  );
}
