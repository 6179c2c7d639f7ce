import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnTransactionDetails } from '#contract/transactions/schema.ts';
import { imageRules } from '#contract/uploads/routes.ts';
import { UPLOAD_TYPES } from '#contract/uploads/rules.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { preparePhoto } from '#web/lib/files/photo.ts';
import { ButtonRow } from '#web/ui/ButtonRow.tsx';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { ImageInput } from '#web/ui/form/ImageInput.tsx';
import { IconPhotoUp } from '#web/ui/icons/IconPhotoUp.ts';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useCancelRequest, useReplaceReceipt } from '../queries.ts';

const { maxBytes } = imageRules.receipts;

const prepareReceipt = (file: File) => preparePhoto(file, { accept: UPLOAD_TYPES, maxBytes });

type PendingActionsProps = { transaction: OwnTransactionDetails };

/** Actions on a pending request: cancel it, or replace the receipt of a deposit. */
export function PendingActions({ transaction }: PendingActionsProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<'cancel' | 'replace'>();
  const close = () => setOpened(undefined);
  return (
    <ButtonRow>
      {transaction.receiptUrl && (
        <Button
          variant="default"
          leftSection={<IconPhotoUp size={18} aria-hidden />}
          onClick={() => setOpened('replace')}
        >
          {t('Replace receipt')}
        </Button>
      )}
      <Button variant="light" color={ACTION_COLORS.destroy} onClick={() => setOpened('cancel')}>
        {t('Cancel request')}
      </Button>
      <CancelDialog transaction={transaction} opened={opened === 'cancel'} onClose={close} />
      <ReplaceDialog transaction={transaction} opened={opened === 'replace'} onClose={close} />
    </ButtonRow>
  );
}

type DialogProps = PendingActionsProps & { opened: boolean; onClose: () => void };

function CancelDialog({ transaction, opened, onClose }: DialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cancel = useCancelRequest(onClose);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('Cancel this request?')}
      message={
        transaction.type === 'deposit'
          ? t('The deposit will not be reviewed. Cancel it only if you have not paid.')
          : t('The withdrawal will not be paid, and the amount on hold is available again.')
      }
      confirmLabel={t('Cancel request')}
      pendingLabel={t('Cancelling...')}
      pending={cancel.isPending}
      error={cancel.error && errorText(cancel.error, t('Failed to cancel the request'))}
      onConfirm={() => cancel.mutate({ id: transaction.id })}
      danger
    />
  );
}

function ReplaceDialog({ transaction, opened, onClose }: DialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [file, setFile] = useState<File | null>(null);
  const replace = useReplaceReceipt(() => {
    setFile(null);
    onClose();
  });
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('Replace receipt')}
      submitLabel={t('Replace receipt')}
      pendingLabel={t('Uploading...')}
      pending={replace.isPending}
      error={replace.error && errorText(replace.error, t('Failed to replace the receipt'))}
      submitDisabled={!file}
      onSubmit={() => file && replace.mutate({ id: transaction.id, file })}
    >
      <ImageInput
        label={t('New receipt')}
        hint={t('The reviewer still sees the previous receipt.')}
        value={file}
        onChange={setFile}
        accept={UPLOAD_TYPES}
        maxBytes={maxBytes}
        prepare={prepareReceipt}
        disabled={replace.isPending}
        required
      />
    </ActionDialog>
  );
}
