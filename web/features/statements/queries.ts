import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { StatementAccount, StatementAccountForm } from '#contract/statements/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { byCursor } from '../../lib/lists/by-cursor.ts';
import { useEntityDialog } from '../../ui/dialog/use-entity-dialog.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { type LineFilters, toInput } from './model/search.ts';

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

/** Imported statements, newest first, paginated. */
function importsQuery() {
  return orpc.statements.imports.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor }),
    ...byCursor,
  });
}

/** Lines of statements, newest first, paginated. */
function linesQuery(filters: LineFilters) {
  return orpc.statements.lines.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...toInput(filters), cursor }),
    ...byCursor,
  });
}

type AccountValues = Omit<StatementAccountForm, 'lastFour'> & { lastFour: string };
type AccountProblems = { name: 'missing'; lastFour: 'digits' };

function initialAccount(account: StatementAccount | undefined): AccountValues {
  const { name = '', lastFour = null, isActive = true } = account ?? {};
  return { name, lastFour: lastFour ?? '', isActive };
}

function findAccountProblems(values: AccountValues): Partial<AccountProblems> {
  return {
    ...(values.name.trim() === '' && { name: 'missing' as const }),
    ...(!/^(?:\d{4})?$/.test(values.lastFour.trim()) && { lastFour: 'digits' as const }),
  };
}

function toAccountForm({ name, lastFour, isActive }: AccountValues): StatementAccountForm {
  return { name, lastFour: lastFour.trim() || null, isActive };
}
