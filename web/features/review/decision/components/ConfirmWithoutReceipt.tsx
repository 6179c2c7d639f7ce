import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';

type ConfirmWithoutReceiptProps = {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Requires a confirmation to approve a deposit whose receipt is missing or could not be loaded. */
export function ConfirmWithoutReceipt({ onConfirm, ...dialog }: ConfirmWithoutReceiptProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      {...dialog}
      title={t('Approve without the receipt?')}
      message={t(
        'The receipt of this deposit could not be shown. Approve it only if you have checked the payment elsewhere.',
      )}
      confirmLabel={t('Approve anyway')}
      danger
      onConfirm={() => {
        dialog.onClose();
        onConfirm();
      }}
    />
  );
}
