import { useState } from 'react';
import type { Bank, BankForm } from '#contract/banks.ts';
import { isComplete } from './bank-form.ts';
import { useIncompleteToast, useUpdateBank } from './queries.ts';

/** The one bank whose row is being edited in its place. */
export function useBankEdit() {
  const [draft, setDraft] = useState<Bank>();
  const [isRefused, setIsRefused] = useState(false);
  /** The row that was edited last: the keyboard goes back to its Edit button. */
  const [finishedId, setFinishedId] = useState<string>();
  const tellIncomplete = useIncompleteToast();
  const finish = () => {
    setFinishedId(draft?.id);
    setDraft(undefined);
  };
  const update = useUpdateBank(finish);

  return {
    draft,
    isRefused,
    finishedId,
    isPending: update.isPending,
    start: (bank: Bank) => {
      setIsRefused(false);
      setFinishedId(undefined);
      setDraft(bank);
    },
    change: (part: Partial<BankForm>) => setDraft((bank) => bank && { ...bank, ...part }),
    cancel: finish,
    save: () => {
      if (!draft || update.isPending) return;
      setIsRefused(!isComplete(draft));
      if (isComplete(draft)) update.mutate(draft);
      else tellIncomplete('edit');
    },
  };
}

export type BankEdit = ReturnType<typeof useBankEdit>;
