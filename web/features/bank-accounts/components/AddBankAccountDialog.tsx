import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { type AccountForm, accountProblems, emptyAccountForm, toAccountInput } from '../model.ts';
import { useAddBankAccount } from '../queries.ts';
import { AccountFields } from './AccountFields.tsx';

type AddBankAccountDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** True if the user has no account yet; the first one is always the default. */
  isFirst: boolean;
};

/** Adds a bank account. Keeps the input until it is saved or cancelled. */
export function AddBankAccountDialog({ opened, onClose, isFirst }: AddBankAccountDialogProps) {
  const { t } = useTranslation();
  const form = useCheckedForm({
    initialValues: emptyAccountForm(isFirst),
    findProblems: accountProblems,
  });
  const close = () => {
    onClose();
    form.start(emptyAccountForm(false));
  };
  const add = useAddBankAccount(close);
  const submit = (values: AccountForm) =>
    add.mutate(toAccountInput({ ...values, isDefault: values.isDefault || isFirst }));

  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('Add Bank Account')}
      submitLabel={t('Add Bank Account')}
      pendingLabel={t('Adding...')}
      pending={add.isPending}
      failure={add.error}
      form={form}
      onSubmit={submit}
    >
      <AccountFields form={form} isFirst={isFirst} />
    </FormDialog>
  );
}
