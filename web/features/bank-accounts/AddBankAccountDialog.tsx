import { Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstInvalid } from '../../lib/focus.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { AccountFields } from './AccountFields.tsx';
import { accountProblems, emptyAccountForm, toAccountInput } from './account-form.ts';
import { useAddBankAccount } from './queries.ts';

type AddBankAccountDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Whether the person has no account yet; the first one is always the default. */
  isFirst: boolean;
};

/** Asks for a new bank account and saves it. What was typed stays until it is saved or cancelled. */
export function AddBankAccountDialog({ opened, onClose, isFirst }: AddBankAccountDialogProps) {
  const { t } = useTranslation();
  const fields = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState(() => emptyAccountForm(isFirst));
  const [isChecked, setIsChecked] = useState(false);
  const problems = isChecked ? accountProblems(form) : {};

  const close = () => {
    onClose();
    setForm(emptyAccountForm(false));
    setIsChecked(false);
  };
  const add = useAddBankAccount(close);
  const submit = () => {
    setIsChecked(true);
    if (Object.keys(accountProblems(form)).length > 0) return focusFirstInvalid(fields.current);
    add.mutate(toAccountInput({ ...form, isDefault: form.isDefault || isFirst }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('Add Bank Account')}
      submitLabel={t('Add Bank Account')}
      pendingLabel={t('Adding...')}
      pending={add.isPending}
      onSubmit={submit}
    >
      <Stack ref={fields} gap="md">
        <AccountFields
          form={form}
          problems={problems}
          isFirst={isFirst}
          onChange={(change) => setForm((before) => ({ ...before, ...change }))}
        />
      </Stack>
    </FormDialog>
  );
}
