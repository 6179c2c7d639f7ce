import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonRow } from '../ButtonRow.tsx';
import { Form } from '../form/Form.tsx';
import { SubmitButton } from '../form/SubmitButton.tsx';
import { ACTION_COLORS } from '../state/states.ts';
import { Cover, useCover } from './use-cover.ts';

export type ActionDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Called by the Cancel button instead of `onClose`. */
  onCancel?: () => void;
  closeOnEscape?: boolean;
  zIndex?: number;
  title: string;
  children: ReactNode;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  /** Translated error; announced to screen readers. */
  error?: ReactNode;
  onSubmit: (element: HTMLFormElement) => void;
  /** Disables submitting if retrying cannot help; `error` says why. */
  submitDisabled?: boolean;
  danger?: boolean;
  /** Focuses the submit button on open, so that Enter confirms. */
  focusSubmit?: boolean;
  size?: string;
};

/** Confirmation dialog with Cancel, Submit and an error. Cannot be closed while pending. */
export function ActionDialog(props: ActionDialogProps) {
  const { pending, onClose, onCancel = onClose, onSubmit } = props;
  const { t } = useTranslation();
  const { isCovered, setCovered } = useCover(props.opened);
  return (
    <Cover value={setCovered}>
      <Modal
        opened={props.opened}
        onClose={pending ? () => {} : onClose}
        title={props.title}
        size={props.size ?? 'md'}
        closeOnEscape={!isCovered && (props.closeOnEscape ?? true)}
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
            <ButtonRow isAtEnd>
              <Button variant="default" onClick={onCancel} disabled={pending}>
                {t('Cancel')}
              </Button>
              <SubmitButton
                label={props.submitLabel}
                pendingLabel={props.pendingLabel}
                pending={pending}
                disabled={props.submitDisabled}
                color={props.danger ? ACTION_COLORS.destroy : undefined}
                data-autofocus={props.focusSubmit || undefined}
              />
            </ButtonRow>
          }
        >
          {props.children}
        </Form>
      </Modal>
    </Cover>
  );
}
