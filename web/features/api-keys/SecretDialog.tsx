import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StateAlert } from '../../ui/StateAlert.tsx';
import { useCopy } from '../transactions/CopyButton.tsx';
import classes from './ApiKeys.module.css';

type SecretDialogProps = {
  secret: string;
  opened: boolean;
  onClose: () => void;
};

/** Shows a new key's secret, once. Only its button closes it: a slip would lose what can't be shown again. */
export function SecretDialog({ secret, opened, onClose }: SecretDialogProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Your new API key')}
      size="md"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <StateAlert state="warning">
          {t('Copy it now and keep it safe: it is shown only once.')}
        </StateAlert>
        <Textarea
          label={t('API key')}
          value={secret}
          readOnly
          autosize
          classNames={{ input: classes.secret }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('Done')}
          </Button>
          <Button
            leftSection={<IconCopy size={16} stroke={1.75} />}
            onClick={() => void copy(secret, t('API key copied to clipboard'))}
            data-autofocus
          >
            {t('Copy API key')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
