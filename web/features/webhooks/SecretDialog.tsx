import { Button, Code, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DetailsDialog } from '../../ui/DetailsDialog.tsx';
import { StateAlert } from '../../ui/StateAlert.tsx';
import { useCopy } from '../transactions/CopyButton.tsx';
import classes from './Webhooks.module.css';

type SecretDialogProps = { secret: string | undefined; opened: boolean; onClose: () => void };

/** The secret of a webhook, this once. */
export function SecretDialog({ secret = '', opened, onClose }: SecretDialogProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <DetailsDialog opened={opened} onClose={onClose} title={t('Signing secret')} size="md">
      <Stack gap="md">
        <StateAlert state="warning">
          {t('Save this secret in your own system now. It will not be shown again.')}
        </StateAlert>
        <Code block className={classes.secret}>
          {secret}
        </Code>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.75} />}
          onClick={() => void copy(secret, t('Secret copied to clipboard'))}
          data-autofocus
        >
          {t('Copy secret')}
        </Button>
        <Button onClick={onClose}>{t('Done')}</Button>
      </Stack>
    </DetailsDialog>
  );
}
