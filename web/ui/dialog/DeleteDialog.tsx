import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { DialogTarget } from './use-dialog-target.ts';

type DeleteDialogProps = {
  deletion: Omit<DialogTarget<{ id: string }>, 'open'>;
  name: string | undefined;
  message: string;
  /** Deletes the target and shows the result. */
  remove: {
    isPending: boolean;
    mutate: (target: { id: string }, options: { onSettled: () => void }) => void;
  };
};

/** Confirms the deletion of a row. Closes when the request has settled. */
export function DeleteDialog({ deletion, name = '', message, remove }: DeleteDialogProps) {
  const { t } = useTranslation();
  const { target, isOpen, close } = deletion;
  return (
    <ConfirmDialog
      opened={isOpen}
      onClose={close}
      title={t('Delete {{name}}', { name })}
      message={message}
      confirmLabel={t('Delete')}
      pendingLabel={t('Deleting...')}
      pending={remove.isPending}
      onConfirm={() => target && remove.mutate({ id: target.id }, { onSettled: close })}
      danger
    />
  );
}
