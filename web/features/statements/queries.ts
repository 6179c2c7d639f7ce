import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { StatementAccount } from '#contract/statements/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useEntityDialog } from '../../ui/dialog/use-entity-dialog.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import {
  type AccountProblems,
  type AccountValues,
  findAccountProblems,
  initialAccount,
  toAccountForm,
} from './model/account-form.ts';
import { importsQuery, linesQuery } from './model/list-query.ts';
import type { LineFilters } from './model/search.ts';

export const refreshStatements = () =>
  void queryClient.invalidateQueries({ queryKey: orpc.statements.key() });

export function useStatementAccounts() {
  return useQuery(orpc.statements.accounts.queryOptions());
}

export function useImports() {
  return useInfiniteQuery(importsQuery());
}

/** Returns matching lines. Keeps the previous rows while new filters load. */
export function useLines(filters: LineFilters) {
  return useInfiniteQuery({ ...linesQuery(filters), placeholderData: keepPreviousData });
}

export function useUndoImport(onUndone: () => void) {
  const { t } = useTranslation();
  return useMutation(
    orpc.statements.undo.mutationOptions({
      onSuccess: () => {
        toastSuccess({ message: t('The import was undone') });
        onUndone();
      },
      onSettled: refreshStatements,
    }),
  );
}

export function useAccountDialog() {
  const { t } = useTranslation();
  return useEntityDialog<StatementAccount, AccountValues, AccountProblems>({
    initialValues: initialAccount,
    findProblems: findAccountProblems,
    save: (values, id) =>
      id === undefined
        ? api.statements.createAccount(toAccountForm(values))
        : api.statements.updateAccount({ id, ...toAccountForm(values) }),
    texts: { created: t('Bank account added'), updated: t('Bank account changed') },
    failed: {
      create: t('The bank account could not be saved'),
      update: t('The bank account could not be saved'),
    },
    queryKey: orpc.statements.key(),
  });
}
