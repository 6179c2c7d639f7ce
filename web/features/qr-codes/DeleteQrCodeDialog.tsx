import { useTranslation } from 'react-i18next';
import type { QrCode } from '#contract/qr-codes.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useRemoveQrCode } from './queries.ts';
import { useFailureToast } from './use-failure-toast.ts';

type DeleteQrCodeDialogProps = {
  qrCode: QrCode | undefined;
  opened: boolean;
  onClose: () => void;
};

/** Asks before a QR code is deleted. */
export function DeleteQrCodeDialog({ qrCode, opened, onClose }: DeleteQrCodeDialogProps) {
  const { t } = useTranslation();
  const toastFailure = useFailureToast();
  const remove = useRemoveQrCode();
  const confirm = () => {
    if (!qrCode) return;
    const succeed = () => {
      onClose();
      toastSuccess({ message: t('QR code deleted successfully') });
    };
    const fail = (error: unknown) => {
      onClose();
      toastFailure('delete', error);
    };
    remove.mutate({ id: qrCode.id }, { onSuccess: succeed, onError: fail });
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('Delete {{name}}', { name: qrCode?.name ?? '' })}
      message={t('Are you sure you want to delete this QR code?')}
      confirmLabel={t('Delete')}
      pendingLabel={t('Deleting...')}
      pending={remove.isPending}
      onConfirm={confirm}
      danger
    />
  );
}
