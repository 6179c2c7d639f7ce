import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type {
  Limits,
  RejectionReason,
  ReviewSettings,
  ReviewTarget,
  ServiceInfo,
} from '#contract/settings/schema.ts';
import { orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastError, toastSuccess } from '../../lib/page/toasts.ts';

export function useLimits() {
  return useQuery(orpc.settings.limits.queryOptions());
}

/** Saves the maximum deposit. `onSaved` receives the new limits. */
export function useSaveMaxDeposit(onSaved: (saved: Limits) => void) {
  const saving = useSaving(orpc.settings.limits.queryKey(), onSaved);
  return useMutation(orpc.settings.setMaxDeposit.mutationOptions(saving));
}

export function useReviewSettings() {
  return useQuery(orpc.settings.review.queryOptions());
}

/** Saves the review settings. `onSaved` receives the new settings. */
export function useSaveReviewSettings(onSaved: (saved: ReviewSettings) => void) {
  const saving = useSaving(orpc.settings.review.queryKey(), onSaved);
  return useMutation(orpc.settings.setReview.mutationOptions(saving));
}

export function useReviewTarget() {
  return useQuery(orpc.settings.target.queryOptions());
}

/** Saves the target time. `onSaved` receives the new setting. */
export function useSaveReviewTarget(onSaved: (saved: ReviewTarget) => void) {
  const saving = useSaving(orpc.settings.target.queryKey(), onSaved);
  return useMutation(orpc.settings.setTarget.mutationOptions(saving));
}

export function useReasons() {
  return useQuery(orpc.settings.reasons.queryOptions());
}

/** Returns the active rejection reasons. */
export function useOfferedReasons() {
  return useQuery(orpc.settings.reasons.queryOptions({ select: onlyActive }));
}

const onlyActive = (reasons: RejectionReason[]) => reasons.filter(({ isActive }) => isActive);

const refreshReasons = () =>
  void queryClient.invalidateQueries({ queryKey: orpc.settings.reasons.key() });

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

/** Activates or deactivates a rejection reason. */
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

export function useService() {
  return useQuery(orpc.settings.service.queryOptions());
}

/** Saves the service information. `onSaved` receives the new settings. */
export function useSaveService(onSaved: (saved: ServiceInfo) => void) {
  const saving = useSaving(orpc.settings.service.queryKey(), onSaved);
  return useMutation(orpc.settings.setService.mutationOptions(saving));
}

/** Mutation options that update the cache from the response and show the result as a toast. */
function useSaving<Settings>(queryKey: QueryKey, onSaved: (saved: Settings) => void) {
  const told = useTellSaved();
  return {
    onSuccess: (saved: Settings) => {
      queryClient.setQueryData(queryKey, saved);
      told.saved();
      onSaved(saved);
    },
    onError: told.failed,
  };
}

/** Returns functions that show the toasts for saving settings. */
function useTellSaved() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return {
    saved: () => toastSuccess({ message: t('Settings updated successfully') }),
    failed: (error: Error) =>
      toastError({ message: errorText(error, t('Failed to update settings')) }),
  };
}
