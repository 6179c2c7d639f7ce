import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type {
  Limits,
  RejectionReason,
  ReviewSettings,
  ReviewTarget,
  ServiceInfo,
} from '#contract/settings.ts';
import { orpc } from '../../lib/api.ts';
import { useErrorText } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';

/** What people can ask for at most. */
export function useLimits() {
  return useQuery(orpc.settings.limits.queryOptions());
}

/** Saves the highest amount of a deposit; `onSaved` is called with what the screen has then. */
export function useSaveMaxDeposit(onSaved: (saved: Limits) => void) {
  const saving = useSaving(orpc.settings.limits.queryKey(), onSaved);
  return useMutation(orpc.settings.setMaxDeposit.mutationOptions(saving));
}

/** How requests are reviewed. */
export function useReviewSettings() {
  return useQuery(orpc.settings.review.queryOptions());
}

/** Saves it; `onSaved` is called with what the screen has then. */
export function useSaveReviewSettings(onSaved: (saved: ReviewSettings) => void) {
  const saving = useSaving(orpc.settings.review.queryKey(), onSaved);
  return useMutation(orpc.settings.setReview.mutationOptions(saving));
}

/** How long requests should wait at most. */
export function useReviewTarget() {
  return useQuery(orpc.settings.target.queryOptions());
}

/** Saves it; `onSaved` is called with what the screen has then. */
export function useSaveReviewTarget(onSaved: (saved: ReviewTarget) => void) {
  const saving = useSaving(orpc.settings.target.queryKey(), onSaved);
  return useMutation(orpc.settings.setTarget.mutationOptions(saving));
}

/** Every canned reason for rejections. */
export function useReasons() {
  return useQuery(orpc.settings.reasons.queryOptions());
}

/** The canned reasons that a rejection can be given now. */
export function useOfferedReasons() {
  return useQuery(orpc.settings.reasons.queryOptions({ select: onlyActive }));
}

const onlyActive = (reasons: RejectionReason[]) => reasons.filter(({ isActive }) => isActive);

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
export function useSaveService(onSaved: (saved: ServiceInfo) => void) {
  const saving = useSaving(orpc.settings.service.queryKey(), onSaved);
  return useMutation(orpc.settings.setService.mutationOptions(saving));
}

/** What happens once settings are saved or not: the screen has what the server answered, and it is told. */
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
