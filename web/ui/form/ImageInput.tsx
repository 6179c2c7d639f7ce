import { CloseButton, Group, Image, Loader, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import type { PhotoProblem } from '../../lib/files/photo.ts';
import { IconPhotoUp } from '../icons/IconPhotoUp.ts';
import { useObjectUrl } from '../use-object-url.ts';
import { DropArea } from './DropArea.tsx';
import classes from './ImageInput.module.css';
import { type ChosenImageProps, useChosenImage } from './use-chosen-image.ts';

type ImageInputProps = ChosenImageProps & {
  label: string;
  error?: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
};

/** Returns the file types to offer. iOS converts HEIC photos to JPEG only if HEIC is not accepted. */
function acceptOf({ accept, prepare }: ImageInputProps): string[] {
  const isIos = CSS.supports('-webkit-touch-callout', 'none');
  const more = prepare && !isIos ? ['image/heic', 'image/heif', '.heic', '.heif'] : [];
  return [...accept, ...more];
}

function useRefusedText(refused: PhotoProblem | undefined): string | undefined {
  const { t } = useTranslation();
  switch (refused) {
    case undefined:
      return undefined;
    case 'heic':
      return t(
        'This browser cannot read HEIC photos. Choose a JPEG, PNG or WebP image, or take a screenshot of the photo and choose that.',
      );
    default:
      return t(errorTable[refused === 'type' ? 'FILE_TYPE' : 'FILE_TOO_LARGE'].message);
  }
}

export function ImageInput(props: ImageInputProps) {
  const { value, disabled } = props;
  const { t } = useTranslation();
  const preview = useObjectUrl(value);
  const { refused, isPreparing, choose } = useChosenImage(props);
  const refusedText = useRefusedText(refused);
  return (
    <DropArea
      label={props.label}
      hint={props.hint}
      error={refusedText ?? props.error}
      required={props.required}
      disabled={disabled}
      accept={acceptOf(props)}
      onChoose={choose}
      buttonText={value ? t('Choose another image') : t('Choose an image')}
    >
      {isPreparing && <Preparing />}
      {!isPreparing && value && preview && (
        <Chosen file={value} preview={preview} disabled={disabled} onRemove={() => choose(null)} />
      )}
      {!isPreparing && !value && (
        <Stack align="center" gap="2xs" className={classes.hint}>
          <IconPhotoUp size={28} aria-hidden />
          <Text size="sm" c="dimmed">
            {t('Drop an image here, or')}
          </Text>
        </Stack>
      )}
    </DropArea>
  );
}

function Preparing() {
  const { t } = useTranslation();
  return (
    <Group gap="xs" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{t('Preparing the photo...')}</Text>
    </Group>
  );
}

type ChosenProps = { file: File; preview: string; disabled?: boolean; onRemove: () => void };

function Chosen({ file, preview, disabled, onRemove }: ChosenProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.chosen}>
      <Image src={preview} alt={t('Preview')} className={classes.preview} radius="md" />
      <Group gap="2xs" wrap="nowrap" maw="100%">
        <Text size="sm" truncate>
          {file.name}
        </Text>
        <CloseButton
          size="sm"
          disabled={disabled}
          aria-label={t('Remove image')}
          onClick={onRemove}
        />
      </Group>
    </div>
  );
}
