import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankAccount } from '#contract/bank-accounts/schema.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useRemoveBankAccount } from '../queries.ts';

type DeleteBankAccountDialogProps = { account: BankAccount | undefined; onClose: () => void };

export function DeleteBankAccountDialog({ account, onClose }: DeleteBankAccountDialogProps) {
  const { t } = useTranslation();
  const remove = useRemoveBankAccount(onClose);
  const [last, setLast] = useState(account);
  // Keeps the account while the dialog fades out, so that its text does not change.
  if (account && account !== last) setLast(account);
  return (
    <ConfirmDialog
      opened={account !== undefined}
      onClose={onClose}
      title={t('Delete bank account')}
      message={t('Are you sure you want to delete the {{bank}} account ending in {{digits}}?', {
        bank: last?.bankName,
        digits: last?.maskedAccountNumber.slice(-4),
      })}
      confirmLabel={t('Delete')}
      pendingLabel={t('Deleting...')}
      pending={remove.isPending}
      onConfirm={() => account && remove.mutate({ id: account.id })}
      danger
    />
  );
}
