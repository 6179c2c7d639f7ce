import { useState } from 'react';
import type { Bank, BankForm } from '#contract/banks/schema.ts';
import { useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { type BankProblems, bankProblems, EMPTY_BANK } from './model.ts';
import { useIncompleteToast, useUpdateBank } from './queries.ts';

/** State of the inline edit; one bank at a time. */
export function useBankEdit() {
  const { edited, form, ...row } = useFormDialog<Bank, BankForm, BankProblems>({
    initialValues: (bank) => (bank ? { name: bank.name, code: bank.code } : EMPTY_BANK),
    findProblems: bankProblems,
  });
  /** The last edited row: its Edit button receives the focus. */
  const [finishedId, setFinishedId] = useState<string>();
  const toastIncomplete = useIncompleteToast();
  const finish = () => {
    setFinishedId(edited?.id);
    row.close();
  };
  const update = useUpdateBank(finish);

  return {
    form,
    editedId: row.isOpen ? edited?.id : undefined,
    finishedId,
    isPending: update.isPending,
    start: (bank: Bank) => {
      setFinishedId(undefined);
      row.open(bank);
    },
    cancel: finish,
    save: () => {
      if (!edited || update.isPending) return;
      form.submit(
        (bank) => update.mutate({ ...bank, id: edited.id }),
        () => toastIncomplete('edit'),
      );
    },
  };
}

export type BankEdit = ReturnType<typeof useBankEdit>;
