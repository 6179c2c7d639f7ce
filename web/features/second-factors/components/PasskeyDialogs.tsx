import { Text, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_PASSKEY_NAME_LENGTH } from '#contract/second-factors/rules.ts';
import type { Passkey } from '#contract/second-factors/schema.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { type CheckedForm, useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { useAddPasskey, useRenamePasskey } from '../queries.ts';

type NameForm = { name: string };
type NameProblems = { name: true };

function useNameForm(initial: string): CheckedForm<NameForm, NameProblems> {
  const form = useCheckedForm<NameForm, NameProblems>({
    initialValues: { name: initial },
    findProblems: ({ name }) => (name.trim() === '' ? { name: true } : {}),
  });
  const { start } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another name restarts the form.
  useEffect(() => start({ name: initial }), [initial]);
  return form;
}

function NameInput({ form }: { form: CheckedForm<NameForm, NameProblems> }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('Name')}
      description={t('For example the device that keeps it')}
      {...form.field('name')}
      error={form.problems.name && t(errorTable.PASSKEY_NAME_REQUIRED.message)}
      maxLength={MAX_PASSKEY_NAME_LENGTH}
      autoComplete="off"
      required
      data-autofocus
    />
  );
}

type AddPasskeyDialogProps = {
  opened: boolean;
  onClose: () => void;
  onAdded: (made: { recoveryCodes: string[] }) => void;
};

export function AddPasskeyDialog({ opened, onClose, onAdded }: AddPasskeyDialogProps) {
  const { t } = useTranslation();
  const form = useNameForm('');
  const add = useAddPasskey((made) => {
    form.start({ name: '' });
    onAdded(made);
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('Add a passkey')}
      submitLabel={t('Continue')}
      pendingLabel={t('Waiting...')}
      pending={add.isPending}
      failure={add.error}
      form={form}
      onSubmit={(values) => add.mutate(values)}
      size="sm"
    >
      <Text size="sm">{t('Your device asks for your fingerprint, face or PIN.')}</Text>
      <NameInput form={form} />
    </FormDialog>
  );
}

type RenamePasskeyDialogProps = {
  passkey: Passkey | undefined;
  opened: boolean;
  onClose: () => void;
};

export function RenamePasskeyDialog({ passkey, opened, onClose }: RenamePasskeyDialogProps) {
  const { t } = useTranslation();
  const form = useNameForm(passkey?.name ?? '');
  const rename = useRenamePasskey(onClose);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('Rename the passkey')}
      submitLabel={t('Save')}
      pendingLabel={t('Saving...')}
      pending={rename.isPending}
      failure={rename.error}
      form={form}
      onSubmit={({ name }) => passkey && rename.mutate({ id: passkey.id, name })}
      size="sm"
    >
      <NameInput form={form} />
    </FormDialog>
  );
}
