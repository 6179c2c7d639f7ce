import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Bank } from '#contract/banks/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { errorCode, useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { confirmDelete } from '../../ui/dialog/confirm-delete.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';

export function useBanks() {
  return useQuery(orpc.banks.listActive.queryOptions());
}

const refreshBanks = () => void queryClient.invalidateQueries({ queryKey: orpc.banks.key() });

/** Returns a function that shows a toast if a bank's name or code is missing. */
export function useIncompleteToast(): (act: 'add' | 'edit') => void {
  const { t } = useTranslation();
  return (act) => {
    if (act === 'add') {
      toastError({
        title: t('Missing Information'),
        message: t('Please provide both bank name and code.'),
      });
      return;
    }
    toastError({
      title: t('Invalid Input'),
      message: t('Bank name and code cannot be empty.'),
    });
  };
}

export function useAddBank(onAdded: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const toastIncomplete = useIncompleteToast();
  return useMutation(
    orpc.banks.create.mutationOptions({
      onSuccess: ({ name }) => {
        toastSuccess({
          title: t('Bank Added'),
          message: t('{{name}} can be chosen now.', { name }),
        });
        onAdded();
      },
      onError: (error) => {
        if (errorCode(error) === 'BANK_FIELDS_REQUIRED') return toastIncomplete('add');
        toastError({ message: errorText(error, t('Failed to add bank')) });
      },
      onSettled: refreshBanks,
    }),
  );
}

export function useUpdateBank(onSaved: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const toastIncomplete = useIncompleteToast();
  return useMutation(
    orpc.banks.update.mutationOptions({
      onSuccess: (bank) => {
        // Updates the cache, so that the row shows the saved values when the edit ends.
        queryClient.setQueryData(orpc.banks.listActive.queryKey(), (banks) =>
          banks?.map((other) => (other.id === bank.id ? bank : other)),
        );
        toastSuccess({
          title: t('Bank Updated'),
          message: t('{{name}} has been saved.', { name: bank.name }),
        });
        onSaved();
      },
      onError: (error) => {
        if (errorCode(error) === 'BANK_FIELDS_EMPTY') return toastIncomplete('edit');
        toastError({ message: errorText(error, t('Failed to update bank')) });
      },
      onSettled: refreshBanks,
    }),
  );
}

/** Removes a bank from the list; accounts with it are kept. */
export function useDeleteBank(): (bank: Bank) => void {
  const { t } = useTranslation();
  return ({ id, name }) =>
    confirmDelete({
      name,
      message: t('Are you sure you want to delete this bank?'),
      remove: () => api.banks.remove({ id }),
      deleted: { title: t('Bank Deleted'), message: t('It can no longer be chosen.') },
      failed: t('Failed to delete bank'),
      queryKey: orpc.banks.key(),
    });
}
