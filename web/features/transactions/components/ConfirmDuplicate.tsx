import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { approvedWithReceipt } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import { ReceiptComparison } from './ReceiptComparison.tsx';

type ConfirmDuplicateProps = {
  rows: AdminTransaction[];
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Requires a confirmation to approve deposits whose receipts were already approved. Shows the receipts side by side. */
export function ConfirmDuplicate({ rows, opened, onClose, onConfirm }: ConfirmDuplicateProps) {
  const { t } = useTranslation();
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('Approve this receipt again?')}
      submitLabel={t('Approve anyway')}
      pendingLabel={t('Approve anyway')}
      pending={false}
      danger
      size="xl"
      onSubmit={() => {
        onClose();
        onConfirm();
      }}
    >
      <Stack gap="md">
        <Text>
          {t(
            'This receipt was already approved with another deposit. Approve it again only if you received the money twice.',
          )}
        </Text>
        {rows.map((row) => (
          <ReceiptComparison key={row.id} row={row} others={approvedWithReceipt(row)} />
        ))}
      </Stack>
    </ActionDialog>
  );
}
