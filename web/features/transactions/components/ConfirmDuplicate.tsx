import { Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_DIFFERENT_REASON } from '#contract/review/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { approvedWithReceipt, creditedWithUtr } from '#contract/transactions/warnings.ts';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import { ReceiptComparison } from './ReceiptComparison.tsx';

type ConfirmDuplicateProps = {
  rows: AdminTransaction[];
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /**
   * Called instead, with the reason why it is a different payment, if the UTR of a row was credited before. Without it, the
   * second admin confirms what the first one said.
   */
  onDifferent?: (reason: string) => void;
};

/**
 * Requires a confirmation to approve deposits whose receipts were already approved, or whose UTR was already credited. Shows the
 * requests side by side.
 */
export function ConfirmDuplicate({ onDifferent, ...props }: ConfirmDuplicateProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const { rows, opened, onClose, onConfirm } = props;
  const isCredited = rows.some((row) => creditedWithUtr(row).length > 0);
  const needsReason = isCredited && onDifferent !== undefined;
  const texts = isCredited
    ? {
        title: t('This payment was already credited'),
        submit: t('This is a different payment'),
        text: needsReason
          ? t(
              'The same UTR was credited with another deposit. If it is the same payment, reject this one. If it is a different payment, a second admin has to confirm it.',
            )
          : t(
              'The same UTR was credited with another deposit. Confirm only if this is a different payment.',
            ),
      }
    : {
        title: t('Approve this receipt again?'),
        submit: t('Approve anyway'),
        text: t(
          'This receipt was already approved with another deposit. Approve it again only if you received the money twice.',
        ),
      };
  const others = (row: AdminTransaction) => {
    const found = [...(isCredited ? creditedWithUtr(row) : []), ...approvedWithReceipt(row)];
    return [...new Map(found.map((other) => [other.id, other])).values()];
  };
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      submitLabel={texts.submit}
      pendingLabel={texts.submit}
      pending={false}
      danger
      size="xl"
      submitDisabled={needsReason && reason.trim() === ''}
      onSubmit={() => {
        onClose();
        if (needsReason) onDifferent(reason.trim());
        else onConfirm();
      }}
    >
      <Stack gap="md">
        <Text>{texts.text}</Text>
        {rows.map((row) => (
          <ReceiptComparison key={row.id} row={row} others={others(row)} />
        ))}
        {needsReason && (
          <Textarea
            label={t('Why is it a different payment?')}
            required
            maxLength={MAX_DIFFERENT_REASON}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ActionDialog>
  );
}
