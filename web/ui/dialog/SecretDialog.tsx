import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconCopy } from '../icons/IconCopy.ts';
import { StateAlert } from '../state/StateAlert.tsx';
import { useCopy } from '../use-copy.ts';
import classes from './SecretDialog.module.css';

type SecretDialogProps = {
  title: string;
  warning: string;
  label: string;
  secret: string;
  copyLabel: string;
  copied: string;
  onClose: () => void;
};

/** Shows a new secret once. Only its button closes the dialog, because the secret cannot be shown again. */
export function SecretDialog({ secret, ...props }: SecretDialogProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <Modal
      opened={secret !== ''}
      onClose={props.onClose}
      title={props.title}
      size="md"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <StateAlert state="warning">{props.warning}</StateAlert>
        <Textarea
          aria-label={props.label}
          value={secret}
          readOnly
          autosize
          classNames={{ input: classes.secret }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={props.onClose}>
            {t('Done')}
          </Button>
          <Button
            leftSection={<IconCopy size={16} />}
            onClick={() => void copy(secret, props.copied)}
            data-autofocus
          >
            {props.copyLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
