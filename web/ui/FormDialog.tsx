import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SubmitButton } from './SubmitButton.tsx';

type FormDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  submitLabel: string;
  /** The submit button's label while `pending`. */
  pendingLabel: string;
  pending: boolean;
  /** What went wrong, translated; announced to screen readers. */
  error?: ReactNode;
  onSubmit: () => void;
  /** For when there is nothing left to submit; the error says why. */
  submitDisabled?: boolean;
  danger?: boolean;
  /** Opens with the focus on the submit button, so that Enter sends what needs no typing. */
  focusSubmit?: boolean;
  size?: string;
};

/** A dialog around a form: Cancel and Submit, its error, and no closing while it is being sent. */
export function FormDialog(props: FormDialogProps) {
  const { opened, onClose, title, children, error, pending, onSubmit, size = 'md' } = props;
  const { t } = useTranslation();
  const close = pending ? () => {} : onClose;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending && !props.submitDisabled) onSubmit();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {children}
          {error && (
            <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
              {error}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={close} disabled={pending}>
              {t('Cancel')}
            </Button>
            <SubmitButton
              label={props.submitLabel}
              pendingLabel={props.pendingLabel}
              pending={pending}
              disabled={props.submitDisabled}
              color={props.danger ? 'red' : undefined}
              data-autofocus={props.focusSubmit || undefined}
            />
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
