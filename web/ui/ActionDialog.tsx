import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from './Form.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { ACTS } from './states.ts';

export type ActionDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** What the Cancel button does, if something else. */
  onCancel?: () => void;
  closeOnEscape?: boolean;
  /** Where it stands among what lies over the page. */
  zIndex?: number;
  title: string;
  children: ReactNode;
  submitLabel: string;
  /** The submit button's label while `pending`. */
  pendingLabel: string;
  pending: boolean;
  /** What went wrong, translated; announced to screen readers. */
  error?: ReactNode;
  onSubmit: (element: HTMLFormElement) => void;
  /** For when there is nothing left to submit; the error says why. */
  submitDisabled?: boolean;
  danger?: boolean;
  /** Opens with the focus on the submit button, so that Enter sends what needs no typing. */
  focusSubmit?: boolean;
  size?: string;
};

/** A dialog that asks before an act: Cancel and Submit, its error, and no closing while it is going on. */
export function ActionDialog(props: ActionDialogProps) {
  const { pending, onClose, onCancel = onClose, onSubmit } = props;
  const { t } = useTranslation();
  return (
    <Modal
      opened={props.opened}
      onClose={pending ? () => {} : onClose}
      title={props.title}
      size={props.size ?? 'md'}
      closeOnEscape={props.closeOnEscape}
      zIndex={props.zIndex}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form
        onSubmit={(element) => {
          if (!props.submitDisabled) onSubmit(element);
        }}
        pending={pending}
        error={props.error}
        footer={
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onCancel} disabled={pending}>
              {t('Cancel')}
            </Button>
            <SubmitButton
              label={props.submitLabel}
              pendingLabel={props.pendingLabel}
              pending={pending}
              disabled={props.submitDisabled}
              color={props.danger ? ACTS.destroy : undefined}
              data-autofocus={props.focusSubmit || undefined}
            />
          </Group>
        }
      >
        {props.children}
      </Form>
    </Modal>
  );
}
