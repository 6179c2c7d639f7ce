import { Button, CloseButton, Group, Image, Input, Loader, Stack, Text } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import type { PhotoProblem } from '../../lib/files/photo.ts';
import { useObjectUrl } from '../use-object-url.ts';
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
function acceptOf({ accept, prepare }: ImageInputProps): string {
  const isIos = CSS.supports('-webkit-touch-callout', 'none');
  const more = prepare && !isIos ? ['image/heic', 'image/heif', '.heic', '.heif'] : [];
  return [...accept, ...more].join(',');
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
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const preview = useObjectUrl(value);
  const { refused, isPreparing, choose } = useChosenImage(props);
  const refusedText = useRefusedText(refused);

  const take = (file: File | null) => {
    // Without a reset, choosing the same file again fires no change event.
    if (input.current) input.current.value = '';
    choose(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files.item(0);
    if (file && !disabled) take(file);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };

  return (
    <Input.Wrapper
      id={id}
      label={props.label}
      required={props.required}
      error={refusedText ?? props.error}
      description={props.hint}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <section
        className={classes.area}
        data-over={isOver || undefined}
        data-invalid={Boolean(refusedText ?? props.error) || undefined}
        onDrop={drop}
        onDragOver={over}
        onDragLeave={() => setIsOver(false)}
        aria-label={t('Drop area')}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className={classes.input}
          accept={acceptOf(props)}
          disabled={disabled}
          required={props.required}
          aria-invalid={Boolean(refusedText ?? props.error) || undefined}
          onChange={(event) => take(event.currentTarget.files?.item(0) ?? null)}
        />
        {isPreparing && <Preparing />}
        {!isPreparing && value && preview && (
          <Chosen file={value} preview={preview} disabled={disabled} onRemove={() => take(null)} />
        )}
        {!isPreparing && !value && (
          <Stack align="center" gap="2xs">
            <IconPhotoUp size={28} stroke={1.5} aria-hidden />
            <Text size="sm" c="dimmed">
              {t('Drop an image here, or')}
            </Text>
          </Stack>
        )}
        <Button
          variant="light"
          size="compact-sm"
          disabled={disabled}
          // The input itself is focusable and labelled.
          tabIndex={-1}
          aria-hidden
          onClick={() => input.current?.click()}
        >
          {value ? t('Choose another image') : t('Choose an image')}
        </Button>
      </section>
    </Input.Wrapper>
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
    <Stack align="center" gap="xs" w="100%">
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
    </Stack>
  );
}
