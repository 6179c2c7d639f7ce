import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProfileView } from '#contract/profiles/schema.ts';
import { orpc } from '../../lib/api/api.ts';
import { errorCode, useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { sendUpload } from '../../lib/api/upload.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';

export function useProfile() {
  return useQuery(orpc.profiles.current.queryOptions());
}

function remember(profile: ProfileView): void {
  queryClient.setQueryData(orpc.profiles.current.queryKey(), profile);
  // The layout shows the name, e-mail address and picture of the session.
  void queryClient.invalidateQueries({ queryKey: orpc.sessions.key() });
}

/** Saves the user's profile. `onSaved` receives the profile as saved by the server. */
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
