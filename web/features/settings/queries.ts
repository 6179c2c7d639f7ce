import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReviewSettings, ServiceInfo } from '#contract/settings.ts';
import { orpc } from '../../lib/api.ts';
import { useErrorText } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';

/** What people can ask for at most. */
export function useLimits() {
  return useQuery(orpc.settings.limits.queryOptions());
}

/** Saves the highest amount of a deposit; `onSaved` is called with what the screen has then. */
export function useSaveMaxDeposit(onSaved: (maxDepositPaise: number) => void) {
  const told = useTellSaved();
  return useMutation(
    orpc.settings.setMaxDeposit.mutationOptions({
      onSuccess: (limits) => {
        queryClient.setQueryData(orpc.settings.limits.queryKey(), limits);
        told.saved();
        onSaved(limits.maxDepositPaise);
      },
      onError: told.failed,
    }),
  );
}

/** How requests are reviewed. */
export function useReviewSettings() {
  return useQuery(orpc.settings.review.queryOptions());
}

/** Saves it; `onSaved` is called with what the screen has then. */
export function useSaveReviewSettings(onSaved: (saved: ReviewSettings) => void) {
  const told = useTellSaved();
  return useMutation(
    orpc.settings.setReview.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(orpc.settings.review.queryKey(), saved);
        told.saved();
        onSaved(saved);
      },
      onError: told.failed,
    }),
  );
}

/** Every canned reason for rejections. */
export function useReasons() {
  return useQuery(orpc.settings.reasons.queryOptions());
}

const refreshReasons = () =>
  void queryClient.invalidateQueries({ queryKey: orpc.settings.reasons.key() });

/** Adds a reason; `onAdded` is called once it is there. */
export function useAddReason(onAdded: () => void) {
  const told = useTellSaved();
  return useMutation(
    orpc.settings.addReason.mutationOptions({
      onSuccess: () => {
        told.saved();
        onAdded();
      },
      onError: told.failed,
      onSettled: refreshReasons,
    }),
  );
}

/** Offers a reason, or no longer. */
export function useSwitchReason() {
  const told = useTellSaved();
  return useMutation(
    orpc.settings.switchReason.mutationOptions({
      onSuccess: told.saved,
      onError: told.failed,
      onSettled: refreshReasons,
    }),
  );
}

/** How to reach support, and how long withdrawals take. */
export function useService() {
  return useQuery(orpc.settings.service.queryOptions());
}

/** Saves it; `onSaved` is called with what the screen has then. */
export function useSaveService(onSaved: (info: ServiceInfo) => void) {
  const told = useTellSaved();
  return useMutation(
    orpc.settings.setService.mutationOptions({
      onSuccess: (info) => {
        queryClient.setQueryData(orpc.settings.service.queryKey(), info);
        told.saved();
        onSaved(info);
      },
      onError: told.failed,
    }),
  );
}

/** What became of saving settings, said the same for all of them. */
function useTellSaved() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return {
    saved: () => toastSuccess({ message: t('Settings updated successfully') }),
    failed: (error: Error) =>
      toastError({ message: errorText(error, t('Failed to update settings')) }),
  };
}
