import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '../../lib/api.ts';
import { errorCode, useErrorText } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';

/** Active banks by name. */
export function useBanks() {
  return useQuery(orpc.banks.listActive.queryOptions());
}

const refreshBanks = () => void queryClient.invalidateQueries({ queryKey: orpc.banks.key() });

/** A toast for a bank that lacks its name or its code. */
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

/** Adds a bank; `onAdded` is called once it is there. */
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

/** Changes a bank; `onSaved` is called once it is changed. */
export function useUpdateBank(onSaved: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const toastIncomplete = useIncompleteToast();
  return useMutation(
    orpc.banks.update.mutationOptions({
      onSuccess: (bank) => {
        // The row shows what was saved as soon as its fields are gone.
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

/** Takes a bank out of the list; accounts at it stay. */
export function useRemoveBank() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.banks.remove.mutationOptions({
      onSuccess: () =>
        toastSuccess({
          title: t('Bank Deleted'),
          message: t('It can no longer be chosen.'),
        }),
      onError: (error) => toastError({ message: errorText(error, t('Failed to delete bank')) }),
      onSettled: refreshBanks,
    }),
  );
}
