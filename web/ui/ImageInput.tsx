import { Button, CloseButton, Group, Image, Input, Stack, Text } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import classes from './ImageInput.module.css';

export type RejectedImage = 'type' | 'size';

type ImageInputProps = {
  label: string;
  value: File | null;
  onChange: (file: File | null) => void;
  /** MIME types that may be chosen. */
  accept: readonly string[];
  maxBytes: number;
  error?: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
  /** Takes over when a file is refused; without it the field says why itself. */
  onReject?: (reason: RejectedImage) => void;
};

function rejection(file: File, accept: readonly string[], maxBytes: number) {
  if (!accept.includes(file.type)) return 'type';
  return file.size > maxBytes ? 'size' : undefined;
}

/** The URL of a preview; given back to the browser when the file changes or leaves the screen. */
function usePreview(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}

/** Chooses an image by button or by dropping it, shows it, and refuses what can't be uploaded. */
export function ImageInput(props: ImageInputProps) {
  const { value, onChange, accept, maxBytes, onReject, disabled } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<RejectedImage>();
  const [isOver, setIsOver] = useState(false);
  const preview = usePreview(value);
  const refusedText =
    refused && t(errorTable[refused === 'type' ? 'FILE_TYPE' : 'FILE_TOO_LARGE'].message);

  const take = (file: File | null) => {
    const reason = file ? rejection(file, accept, maxBytes) : undefined;
    // The same file can be chosen again only if the field forgets it.
    if (input.current) input.current.value = '';
    setRefused(onReject ? undefined : reason);
    if (reason) onReject?.(reason);
    else onChange(file);
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
          accept={accept.join(',')}
          disabled={disabled}
          required={props.required}
          aria-invalid={Boolean(refusedText ?? props.error) || undefined}
          onChange={(event) => take(event.currentTarget.files?.item(0) ?? null)}
        />
        {value && preview ? (
          <Chosen file={value} preview={preview} disabled={disabled} onRemove={() => take(null)} />
        ) : (
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
          // The field itself is in the tab order and carries the label.
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
