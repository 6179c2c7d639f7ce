import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { UserId } from '#contract/shared/base.ts';
import { orpc } from '../../lib/api/api.ts';
import { errorCode, useErrorText } from '../../lib/api/errors.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';

export function useBankAccounts() {
  return useQuery(orpc.bankAccounts.list.queryOptions());
}

/** Returns the bank accounts of a user, for administrators. */
export function useAccountsOf(userId: UserId) {
  return useQuery(orpc.bankAccounts.ofUser.queryOptions({ input: { userId } }));
}

/** Returns the names of active banks as suggestions. */
export function useBankNames(): { names: string[]; isError: boolean } {
  const { data = [], isError } = useQuery(orpc.banks.listActive.queryOptions());
  // The autocomplete field throws on duplicate options.
  return { names: [...new Set(data.map((bank) => bank.name))], isError };
}

function useRefetchAccounts(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: orpc.bankAccounts.key() });
}

export function useAddBankAccount(onAdded: () => void) {
  const { t } = useTranslation();
  const refetch = useRefetchAccounts();
  const errorText = useErrorText();
  return useMutation(
    orpc.bankAccounts.create.mutationOptions({
      onSuccess: () => {
        toastSuccess({ message: t('Bank account added successfully') });
        onAdded();
        return refetch();
      },
      onError: (error) => {
        const message =
          errorCode(error) === 'MISSING_SESSION'
            ? t('Please log in to add a bank account')
            : errorText(error, t('Failed to add bank account. Please try again.'));
        toastError({ message });
      },
    }),
  );
}

export function useSetDefaultBankAccount() {
  const { t } = useTranslation();
  const refetch = useRefetchAccounts();
  const errorText = useErrorText();
  return useMutation(
    orpc.bankAccounts.setDefault.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('Default bank account updated') }),
      onError: (error) =>
        toastError({ message: errorText(error, t('Failed to update default account')) }),
      onSettled: refetch,
    }),
  );
}

export function useRemoveBankAccount(onRemoved: () => void) {
  const { t } = useTranslation();
  const refetch = useRefetchAccounts();
  const errorText = useErrorText();
  return useMutation(
    orpc.bankAccounts.remove.mutationOptions({
      onSuccess: () => {
        toastSuccess({ message: t('Bank account deleted successfully') });
        onRemoved();
      },
      onError: (error) =>
        toastError({ message: errorText(error, t('Failed to delete bank account')) }),
      onSettled: refetch,
    }),
  );
}
