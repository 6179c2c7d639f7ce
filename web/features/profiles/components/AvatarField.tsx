import { Button, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { imageRules } from '#contract/uploads/routes.ts';
import { UPLOAD_TYPES } from '#contract/uploads/rules.ts';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { IconCamera } from '#web/ui/icons/IconCamera.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { toastError } from '#web/ui/toasts.ts';
import classes from '../ProfilePage.module.css';
import type { ChosenPicture } from './AvatarCropDialog.tsx';

// Loaded when a picture is chosen: the cropper is half as large as the page.
const AvatarCropDialog = lazy(() => loadWithRetries(() => import('./AvatarCropDialog.tsx')));

export function AvatarField({ url }: { url: string | null }) {
  const { t } = useTranslation();
  const { displayName } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const dialog = useDialogTarget<ChosenPicture>();
  const open = useImageReader(dialog.open);
  const take = (file: File | null | undefined) => {
    // Without a reset, choosing the same file again fires no change event.
    if (input.current) input.current.value = '';
    if (file) void open(file);
  };
  return (
    <Group gap="md">
      <PersonAvatar name={displayName} url={url} size={88} />
      <Stack gap="2xs" align="flex-start">
        <input
          ref={input}
          type="file"
          className={classes.file}
          tabIndex={-1}
          aria-label={t('Profile picture')}
          accept={UPLOAD_TYPES.join(',')}
          onChange={(event) => take(event.currentTarget.files?.item(0))}
        />
        <Button
          variant="default"
          leftSection={<IconCamera size={18} />}
          onClick={() => input.current?.click()}
        >
          {t('Change avatar')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('JPG, PNG or WebP, max 5MB')}
        </Text>
      </Stack>
      <Suspense>
        {dialog.target && (
          <AvatarCropDialog picture={dialog.target} opened={dialog.isOpen} onClose={dialog.close} />
        )}
      </Suspense>
    </Group>
  );
}

const { maxBytes, errors } = imageRules.avatars;

/** Returns a function that decodes a chosen file, or shows an error toast. */
function useImageReader(onImage: (picture: ChosenPicture) => void) {
  const { t } = useTranslation();
  return async (file: File) => {
    if (!UPLOAD_TYPES.some((type) => type === file.type)) {
      return toastError({
        title: t('Invalid file type'),
        message: t(errorTable[errors.type].message),
      });
    }
    if (file.size > maxBytes) {
      return toastError({
        title: t('File too large'),
        message: t(errorTable[errors.tooLarge].message),
      });
    }
    try {
      onImage({ file, image: await createImageBitmap(file) });
    } catch {
      // The browser's decoding errors have no text that helps the user.
      toastError({ title: t('Upload error'), message: t(errorTable.FILE_UNREADABLE.message) });
    }
  };
}
