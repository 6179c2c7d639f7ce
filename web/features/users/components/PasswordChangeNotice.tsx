import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useOwnPassword } from '../hooks/use-own-password.ts';
import { OwnPasswordFields } from './OwnPasswordFields.tsx';

export default function PasswordChangeNotice() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(true);
  const { form, isPending, submit } = useOwnPassword(t('Password updated successfully'));
  return (
    <>
      <StateAlert state="warning" mb="md" role="status">
        <Group justify="space-between">
          {t(errorTable.PASSWORD_CHANGE_REQUIRED.message)}
          <Button size="compact-sm" onClick={() => setIsOpen(true)}>
            {t('Change Password')}
          </Button>
        </Group>
      </StateAlert>
      <FormDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('Choose a new password')}
        submitLabel={t('Update Password')}
        pendingLabel={t('Updating...')}
        pending={isPending}
        failure={null}
        form={form}
        onSubmit={submit}
        size="sm"
      >
        <Text size="sm">
          {t('Until then you can see everything, but change nothing and move no money.')}
        </Text>
        <OwnPasswordFields form={form} />
      </FormDialog>
    </>
  );
}
