import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DepositAccountForm } from '#contract/deposit-accounts/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { useEntityDialog } from '../../ui/dialog/use-entity-dialog.ts';
import {
  type AccountDetails,
  type DetailProblems,
  findDetailProblems,
  initialDetails,
} from './model.ts';

/** Returns the bank accounts that users pay to. */
export function useActiveDepositAccounts() {
  return useQuery(orpc.depositAccounts.listActive.queryOptions());
}

/** Returns the details of all bank accounts of the operator, for administrators. */
export function useDepositAccounts() {
  return useQuery(orpc.depositAccounts.list.queryOptions());
}

export function useDepositAccountDialog() {
  const { t } = useTranslation();
  const [saved, failed] = [t('Bank details saved'), t('The bank account could not be saved')];
  return useEntityDialog<AccountDetails, DepositAccountForm, DetailProblems>({
    initialValues: initialDetails,
    findProblems: findDetailProblems,
    save: async (values, id) => {
      if (id === undefined) throw new Error('Details belong to a bank account');
      return api.depositAccounts.save({ id, ...values });
    },
    texts: { created: saved, updated: saved },
    failed: { create: failed, update: failed },
    queryKey: orpc.depositAccounts.key(),
  });
}
