import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionDialog } from './ActionDialog.tsx';

type ConfirmDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  message: string;
  confirmLabel: string;
  pendingLabel?: string;
  pending?: boolean;
  error?: ReactNode;
  onConfirm: () => void;
  danger?: boolean;
};

/** Above overlays that open a confirmation, such as the menu on phones. */
const ABOVE_ALL = 300;

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { message, confirmLabel, pendingLabel = confirmLabel, pending = false, ...rest } = props;
  return (
    <ActionDialog
      opened={rest.opened}
      onClose={rest.onClose}
      title={rest.title}
      submitLabel={confirmLabel}
      pendingLabel={pendingLabel}
      pending={pending}
      error={rest.error}
      onSubmit={rest.onConfirm}
      danger={rest.danger}
      zIndex={ABOVE_ALL}
      size="sm"
    >
      <Text>{message}</Text>
    </ActionDialog>
  );
}
