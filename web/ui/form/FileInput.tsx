import { Button, CloseButton, Group, Input, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../lib/files/file-size.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import classes from './ImageInput.module.css';

type FileInputProps = {
  label: string;
  hint: string;
  /** Endings of file names, with dots. The server recognizes the content. */
  accept: readonly string[];
  value: File | null;
  onChange: (file: File | null) => void;
  error?: string | undefined;
  disabled?: boolean;
};

/** Field for any file: by a picker, or dropped on it. */
export function FileInput(props: FileInputProps) {
  const { value, disabled, error } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (file: File | null) => {
    // Without a reset, choosing the same file again fires no change event.
    if (input.current) input.current.value = '';
    props.onChange(file);
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
      required
      error={error}
      description={props.hint}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <section
        className={classes.area}
        data-over={isOver || undefined}
        data-invalid={Boolean(error) || undefined}
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
          accept={props.accept.join(',')}
          disabled={disabled}
          required
          aria-invalid={Boolean(error) || undefined}
          onChange={(event) => take(event.currentTarget.files?.item(0) ?? null)}
        />
        {value ? (
          <Chosen file={value} disabled={disabled} onRemove={() => take(null)} />
        ) : (
          <Empty />
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
          {value ? t('Choose another file') : t('Choose a file')}
        </Button>
      </section>
    </Input.Wrapper>
  );
}

function Empty() {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="2xs">
      <IconFileUpload size={28} stroke={1.5} aria-hidden />
      <Text size="sm" c="dimmed">
        {t('Drop a file here, or')}
      </Text>
    </Stack>
  );
}

type ChosenProps = { file: File; disabled: boolean | undefined; onRemove: () => void };

function Chosen({ file, disabled, onRemove }: ChosenProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Group gap="2xs" wrap="nowrap" maw="100%">
      <Text size="sm" truncate>
        {`${file.name} (${formatFileSize(file.size, language)})`}
      </Text>
      <CloseButton size="sm" disabled={disabled} aria-label={t('Remove file')} onClick={onRemove} />
    </Group>
  );
}
