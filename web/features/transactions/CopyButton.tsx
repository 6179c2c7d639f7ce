import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { copyText } from './copy-text.ts';

type CopyButtonProps = {
  /** What the value is, translated, as in 'Reference'. */
  label: string;
  value: string;
};

/** Copies a value and says so. */
export function CopyButton({ label, value }: CopyButtonProps) {
  const { t } = useTranslation();
  const name = t('Copy {{label}}', { label });
  const copy = async () => {
    if (await copyText(value)) {
      toastSuccess({
        title: t('Copied!'),
        message: t('{{label}} copied to clipboard', { label }),
      });
      return;
    }
    toastError({
      message: t('{{label}} could not be copied. Please select it instead.', { label }),
    });
  };
  return (
    <Tooltip label={name}>
      <ActionIcon variant="subtle" color="gray" size="md" aria-label={name} onClick={copy}>
        <IconCopy size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
