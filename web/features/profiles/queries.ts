import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProfileView } from '#contract/profiles.ts';
import { orpc } from '../../lib/api.ts';
import { errorCode, useErrorText } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { sendUpload } from '../../lib/upload.ts';

/** The caller's profile. */
export function useProfile() {
  return useQuery(orpc.profiles.current.queryOptions());
}

function remember(profile: ProfileView): void {
  queryClient.setQueryData(orpc.profiles.current.queryKey(), profile);
  // The frame of every screen shows the name, the e-mail and the picture.
  void queryClient.invalidateQueries({ queryKey: orpc.sessions.key() });
}

/** Saves the caller's profile; `onSaved` is told what the server made of it. */
export function useUpdateProfile(onSaved: (profile: ProfileView) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.profiles.update.mutationOptions({
      onSuccess: (profile) => {
        onSaved(profile);
        remember(profile);
        toastSuccess({ message: t('Profile updated successfully!') });
      },
      onError: (error) => toastError({ message: errorText(error, t('Failed to update profile')) }),
    }),
  );
}

/** Makes an image the caller's picture. */
export function useChangeAvatar(onChanged: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (file: File) => sendUpload('changeAvatar', { form: {}, file }),
    onSuccess: (profile) => {
      onChanged();
      remember(profile);
      toastSuccess({
        title: t('Avatar updated'),
        message: t('Your profile picture has been updated successfully'),
      });
    },
    onError: (error) =>
      toastError({
        title: errorCode(error) ? t('Upload failed') : t('Upload error'),
        message: errorText(error, t('Failed to upload avatar')),
      }),
  });
}
