import { Stack } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstInvalid } from '../../lib/focus.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { UserFields } from './UserFields.tsx';
import { useCreateUser } from './use-create-user.ts';
import { isBlank } from './user-form.ts';

type CreateUserDialogProps = { opened: boolean; onClose: () => void };

/** Creates a user without leaving the list. */
export function CreateUserDialog({ opened, onClose }: CreateUserDialogProps) {
  const { t } = useTranslation();
  const fields = useRef<HTMLDivElement>(null);
  const state = useCreateUser(({ username }) => {
    onClose();
    toastSuccess({ message: t('User {{username}} created successfully', { username }) });
  });
  const close = () => {
    state.reset();
    onClose();
  };
  const submit = () => {
    // The specification: nothing happens without both.
    if (isBlank(state.form)) return;
    state.submit();
    focusFirstInvalid(fields.current);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('Create User')}
      submitLabel={t('Create User')}
      pendingLabel={t('Creating User...')}
      pending={state.isPending}
      onSubmit={submit}
      size="sm"
    >
      <Stack ref={fields} gap="md">
        <UserFields state={state} />
      </Stack>
    </FormDialog>
  );
}
