import {
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MAX_ACCEPTED_AT_ONCE } from '#contract/reconciliation/rules.ts';
import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import type { TransactionId } from '#contract/shared/base.ts';
import { orpc } from '#web/lib/api/api.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { byCursor } from '#web/lib/lists/by-cursor.ts';
import { useFullPages } from '#web/lib/lists/full-pages.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { toastError, toastFailure, toastSuccess } from '#web/ui/toasts.ts';
import type { ProposedGrade } from './model/tabs.ts';

const FOUND = 10;
const MAX_PAGE_ROWS = 100;

export function useReconciliationSummary() {
  const mayRead = useCan('reconciliation:read');
  return useQuery(orpc.reconciliation.summary.queryOptions({ enabled: mayRead }));
}

/** Returns the balances of each bank account. */
export function useBalances() {
  return useQuery(orpc.reconciliation.balances.queryOptions());
}

/** Returns proposed matches of a grade. */
export function useProposed(grade: ProposedGrade) {
  return useFullPages(
    useInfiniteQuery({
      ...orpc.reconciliation.matches.infiniteOptions({
        input: (cursor: string | undefined) => ({ state: 'proposed' as const, grade, cursor }),
        ...byCursor,
      }),
      placeholderData: keepPreviousData,
    }),
  );
}

/** Returns the certain matches that can be accepted in one step. */
export function useAllCertain(isNeeded: boolean) {
  return useQuery({
    queryKey: [...orpc.reconciliation.matches.key(), 'allCertain'],
    queryFn: ({ signal }) => fetchCertain(signal),
    enabled: isNeeded,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function fetchCertain(signal: AbortSignal): Promise<StatementMatch[]> {
  const found: StatementMatch[] = [];
  let cursor: string | undefined;
  do {
    const input = { state: 'proposed', grade: 'certain', limit: MAX_PAGE_ROWS, cursor } as const;
    const page = await orpc.reconciliation.matches.call(input, { signal });
    found.push(...page.rows.filter(({ isWaiting }) => !isWaiting));
    cursor = page.nextCursor;
  } while (cursor && found.length < MAX_ACCEPTED_AT_ONCE);
  return found.slice(0, MAX_ACCEPTED_AT_ONCE);
}

/** Returns accepted matches and lines that are not for us, newest first. */
export function useAccepted() {
  return useFullPages(
    useInfiniteQuery(
      orpc.reconciliation.matches.infiniteOptions({
        input: (cursor: string | undefined) => ({ state: 'accepted' as const, cursor }),
        ...byCursor,
      }),
    ),
  );
}

export function useUnclaimed() {
  return useFullPages(
    useInfiniteQuery(
      orpc.reconciliation.unclaimed.infiniteOptions({
        input: (cursor: string | undefined) => ({ cursor }),
        ...byCursor,
      }),
    ),
  );
}

export function useWaiting() {
  return useFullPages(
    useInfiniteQuery(
      orpc.reconciliation.waiting.infiniteOptions({
        input: (cursor: string | undefined) => ({ cursor }),
        ...byCursor,
      }),
    ),
  );
}

/** Returns the statement lines of a deposit, and the time up to which statements were imported. */
export function useEvidence(id: TransactionId | undefined) {
  const mayRead = useCan('reconciliation:read');
  return useQuery(
    orpc.reconciliation.evidence.queryOptions({ input: id && mayRead ? { id } : skipToken }),
  );
}

/** Searches pending deposits. */
export function usePendingDeposits(search: string) {
  return useQuery(
    orpc.transactions.list.queryOptions({
      input: { type: 'deposit', tab: 'pending', search, limit: FOUND },
      placeholderData: keepPreviousData,
    }),
  );
}

/** Searches users; without a text there are none. */
export function useFoundUsers(search: string) {
  return useQuery(
    orpc.users.list.queryOptions({
      input: search ? { search, limit: FOUND } : skipToken,
      placeholderData: search ? keepPreviousData : undefined,
    }),
  );
}

export function refreshReconciliation(): void {
  void queryClient.invalidateQueries({ queryKey: orpc.reconciliation.key() });
  void queryClient.invalidateQueries({ queryKey: orpc.transactions.key() });
  void queryClient.invalidateQueries({ queryKey: orpc.review.key() });
}

const onSettled = refreshReconciliation;

export function useAccept() {
  return useMutation(orpc.reconciliation.accept.mutationOptions({ onSettled }));
}

export function useMatchByHand() {
  return useMutation(orpc.reconciliation.match.mutationOptions({ onSettled }));
}

export function useMarkNotOurs(onSuccess: () => void) {
  return useMutation(orpc.reconciliation.markNotOurs.mutationOptions({ onSuccess, onSettled }));
}

/** `onEnd` is also called if the deposit waits for a second approval. The caller shows other failures. */
export function useCreateDeposit(onEnd: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.reconciliation.createDeposit.mutationOptions({
      onSuccess: () => {
        toastSuccess({ message: t('The deposit was created') });
        onEnd();
      },
      onError: (error) => {
        if (errorCode(error) !== 'SECOND_APPROVAL_REQUIRED') return;
        toastFailure(error, { message: errorText(error, t('The deposit could not be created')) });
        onEnd();
      },
      onSettled,
    }),
  );
}

/** Takes back a deposit that was created from received money. */
export function useUndoDeposit() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.reconciliation.undoDeposit.mutationOptions({
      onError: (error) =>
        toastFailure(error, { message: errorText(error, t('The deposit could not be undone')) }),
      onSettled,
    }),
  );
}

/** Undoes approvals of the caller that have not taken effect. */
export function useUndoApprovals() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const fail = (error: unknown) =>
    toastError({ message: errorText(error, t('The decision could not be undone.')) });
  return useMutation(
    orpc.review.undoAll.mutationOptions({
      onSuccess: ({ results }) => {
        const refused = results.find(({ refusal }) => refusal)?.refusal;
        if (refused) fail(refused);
      },
      onError: fail,
      onSettled,
    }),
  );
}

export function useUndoMatch() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.reconciliation.undo.mutationOptions({
      onError: (error) =>
        toastFailure(error, { message: errorText(error, t('The match could not be undone')) }),
      onSettled,
    }),
  );
}
