import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { byCursor } from '../../lib/lists/by-cursor.ts';
import { useSession } from '../../lib/session/session.ts';
import { toastError, toastFailure, toastSuccess } from '../../ui/toasts.ts';

export type ApprovalTab = 'waiting' | 'ended';

/** Returns requests for a second approval, paginated. */
export function useApprovals(tab: ApprovalTab) {
  return useInfiniteQuery(
    orpc.approvals.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ tab, cursor }),
      ...byCursor,
    }),
  );
}

export function useApproval(id: string | undefined) {
  return useQuery(
    orpc.approvals.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }),
  );
}

/** Returns the waiting requests about a user, a transaction or another object. */
export function useWaitingApprovals(targetId: string | undefined) {
  const { user } = useSession();
  return useQuery(
    orpc.approvals.list.queryOptions({
      input: { tab: 'waiting', targetId },
      enabled: user.role === 'admin' && targetId !== undefined,
    }),
  );
}

/** Returns the waiting requests of a kind: as many as one page has. */
export function useWaitingOfKind(kind: ApprovalKind) {
  return useQuery(
    orpc.approvals.list.queryOptions({ input: { tab: 'waiting', kind, limit: 100 } }),
  );
}

/** Returns the numbers of waiting requests, active rules and active admins; disabled for users. */
export function useApprovalSummary() {
  const { user } = useSession();
  return useQuery(orpc.approvals.summary.queryOptions({ enabled: user.role === 'admin' }));
}

export function useRules() {
  return useQuery(orpc.approvals.rules.queryOptions());
}

/** A confirmed command may have changed anything that admins see. */
const refreshAll = () => void queryClient.invalidateQueries();
const refresh = () => {
  void queryClient.invalidateQueries({ queryKey: orpc.approvals.key() });
  void queryClient.invalidateQueries({ queryKey: orpc.review.key() });
};

export function useConfirmApproval(onSettled?: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.approvals.confirm.mutationOptions({
      onSuccess: ({ state }) =>
        toastSuccess({
          message:
            state === 'waiting'
              ? t('Confirmed. More confirmations are needed.')
              : t('Confirmed and carried out'),
        }),
      onError: (error) =>
        toastError({ message: errorText(error, t('The request could not be confirmed')) }),
      onSettled: () => {
        refreshAll();
        onSettled?.();
      },
    }),
  );
}

export function useRefuseApproval(onRefused?: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.approvals.refuse.mutationOptions({
      onSuccess: () => {
        toastSuccess({ message: t('The request was rejected') });
        onRefused?.();
      },
      onError: (error) =>
        toastError({ message: errorText(error, t('The request could not be rejected')) }),
      onSettled: refresh,
    }),
  );
}

export function useWithdrawApproval(onWithdrawn?: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.approvals.withdraw.mutationOptions({
      onSuccess: () => {
        toastSuccess({ message: t('The request was taken back') });
        onWithdrawn?.();
      },
      onError: (error) =>
        toastError({ message: errorText(error, t('The request could not be taken back')) }),
      onSettled: refresh,
    }),
  );
}

export function useSaveRule(onSettled: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.approvals.saveRule.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('Settings updated successfully') }),
      onError: (error) =>
        toastFailure(error, { message: errorText(error, t('Failed to update settings')) }),
      onSettled: () => {
        refresh();
        onSettled();
      },
    }),
  );
}
