import { CloseButton, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../lib/files/file-size.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { IconFileUpload } from '../icons/IconFileUpload.ts';
import { DropArea } from './DropArea.tsx';

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
export function FileInput({ value, onChange, ...props }: FileInputProps) {
  const { t } = useTranslation();
  return (
    <DropArea
      {...props}
      required
      onChoose={onChange}
      buttonText={value ? t('Choose another file') : t('Choose a file')}
    >
      {value ? (
        <Chosen file={value} disabled={props.disabled} onRemove={() => onChange(null)} />
      ) : (
        <Empty />
      )}
    </DropArea>
  );
}

function Empty() {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="2xs">
      <IconFileUpload size={28} aria-hidden />
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
