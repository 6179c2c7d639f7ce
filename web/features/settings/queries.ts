import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BrandImage } from '#contract/branding/rules.ts';
import type { ReasonKind } from '#contract/review/rules.ts';
import type { RejectionReason } from '#contract/settings/schema.ts';
import { pickSettings, type SettingKey, type Settings } from '#contract/settings/table.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { sendUpload } from '../../lib/api/upload.ts';
import { toastFailure, toastSuccess } from '../../ui/toasts.ts';

/** Returns a query of some settings, which the user must be allowed to read. */
export function useSettings<Key extends SettingKey>(keys: readonly Key[]) {
  return useQuery(
    orpc.settings.get.queryOptions({
      select: (settings) => pickReadable(settings, keys),
    }),
  );
}

/** Returns one setting; undefined until it is loaded. */
export function useSetting<Key extends SettingKey>(key: Key): Settings[Key] | undefined {
  return useSettings([key]).data?.[key];
}

/** Throws if the server did not return a setting, because the user may not read it. */
function pickReadable<Key extends SettingKey>(
  settings: Partial<Settings>,
  keys: readonly Key[],
): Pick<Settings, Key> {
  const missing = keys.find((key) => settings[key] === undefined);
  if (missing) throw new Error(`The setting ${missing} is not readable`);
  return pickSettings(settings as Settings, keys); // The picked settings exist.
}

/** Saves settings. `onSaved` receives all settings. */
export function useSaveSettings(onSaved: (saved: Settings) => void) {
  const feedback = useSaveFeedback();
  return useMutation(
    orpc.settings.save.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(orpc.settings.get.queryKey(), saved);
        feedback.saved();
        onSaved(saved as Settings); // An administrator receives all settings.
      },
      onError: feedback.failed,
    }),
  );
}

/** Replaces one of the operator's images. */
export function useSetBrandImage(image: BrandImage, onSaved: () => void) {
  const feedback = useSaveFeedback();
  return useMutation({
    mutationFn: (file: File) => sendUpload('setBrandImage', { id: image, form: {}, file }),
    onSuccess: (saved) => {
      queryClient.setQueryData(orpc.settings.brand.queryKey(), saved);
      feedback.saved();
      onSaved();
    },
    onError: feedback.failed,
  });
}

export function useRemoveBrandImage(image: BrandImage) {
  const feedback = useSaveFeedback();
  return useMutation({
    mutationFn: () => api.settings.removeBrandImage({ image }),
    onSuccess: (saved) => {
      queryClient.setQueryData(orpc.settings.brand.queryKey(), saved);
      feedback.saved();
    },
    onError: feedback.failed,
  });
}

export function useReasons(kind: ReasonKind) {
  return useQuery(reasonsQuery(kind));
}

/** Returns the active reasons of a kind. */
export function useOfferedReasons(kind: ReasonKind) {
  return useQuery({ ...reasonsQuery(kind), select: onlyActive });
}

function reasonsQuery(kind: ReasonKind) {
  const { reasons, adjustmentReasons } = orpc.settings;
  return kind === 'rejection' ? reasons.queryOptions() : adjustmentReasons.queryOptions();
}

const onlyActive = (reasons: RejectionReason[]) => reasons.filter(({ isActive }) => isActive);

const refreshReasons = () => {
  void queryClient.invalidateQueries({ queryKey: orpc.settings.reasons.key() });
  void queryClient.invalidateQueries({ queryKey: orpc.settings.adjustmentReasons.key() });
};

export function useAddReason(onAdded: () => void) {
  const feedback = useSaveFeedback();
  return useMutation(
    orpc.settings.addReason.mutationOptions({
      onSuccess: () => {
        feedback.saved();
        onAdded();
      },
      onError: feedback.failed,
      onSettled: refreshReasons,
    }),
  );
}

/** Activates or deactivates a canned reason. */
export function useSwitchReason() {
  const feedback = useSaveFeedback();
  return useMutation(
    orpc.settings.switchReason.mutationOptions({
      onSuccess: feedback.saved,
      onError: feedback.failed,
      onSettled: refreshReasons,
    }),
  );
}

/** Returns the limits of each verification level. */
export function useLevelLimits() {
  return useQuery(orpc.verificationLimits.list.queryOptions());
}

/** Saves the limits of a verification level. */
export function useSaveLimits(onSaved: () => void) {
  const feedback = useSaveFeedback();
  return useMutation(
    orpc.verificationLimits.save.mutationOptions({
      onSuccess: () => {
        feedback.saved();
        onSaved();
      },
      onError: feedback.failed,
      onSettled: () =>
        void queryClient.invalidateQueries({ queryKey: orpc.verificationLimits.key() }),
    }),
  );
}

/** Returns functions that show the toasts for saving settings. */
function useSaveFeedback() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return {
    saved: () => toastSuccess({ message: t('Settings updated successfully') }),
    failed: (error: Error) =>
      toastFailure(error, { message: errorText(error, t('Failed to update settings')) }),
  };
}
