import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '#contract/shared/limits.ts';
import { imageRules } from '#contract/uploads/routes.ts';
import { UPLOAD_TYPES } from '#contract/uploads/rules.ts';
import { EntityDialog } from '#web/ui/dialog/EntityDialog.tsx';
import { ImageInput } from '#web/ui/form/ImageInput.tsx';
import { useCodeReading } from '../hooks/use-code-reading.ts';
import type { useQrCodeDialog } from '../queries.ts';
import { PayeeFields } from './PayeeFields.tsx';
import { QrCodeImage } from './QrCodeImage.tsx';

type DialogState = ReturnType<typeof useQrCodeDialog>;

export function QrCodeDialog({ dialog }: { dialog: DialogState }) {
  const { t } = useTranslation();
  const { form } = dialog;
  const reading = useCodeReading(form.values.image, ({ upiId, payeeName, merchantCode }) => {
    form.field('upiId').onChange(upiId);
    form.field('payeeName').onChange(payeeName);
    form.field('merchantCode').onChange(merchantCode ?? '');
  });
  return (
    <EntityDialog
      dialog={dialog}
      titles={{ create: t('Add New QR Code'), edit: t('Edit QR Code') }}
      submitLabels={{ create: t('Create QR code'), edit: t('Update QR code') }}
    >
      <TextInput
        label={t('Name')}
        {...form.field('name')}
        error={form.problems.name && t(errorTable.QR_CODE_NAME_REQUIRED.message)}
        maxLength={MAX_NAME_LENGTH}
        required
        data-autofocus
      />
      <Textarea
        label={t('Description')}
        {...form.field('description')}
        maxLength={MAX_DESCRIPTION_LENGTH}
        minRows={2}
        maxRows={5}
        autosize
      />
      <ImageField dialog={dialog} />
      <PayeeFields form={form} reading={reading} />
      <Switch
        label={t('Active')}
        description={t('Users can pay only with active QR codes.')}
        {...form.checkbox('isActive')}
      />
    </EntityDialog>
  );
}

const { maxBytes, errors } = imageRules['qr-codes'];

function ImageField({ dialog }: { dialog: DialogState }) {
  const { t } = useTranslation();
  const { edited, form } = dialog;
  const { image } = form.values;
  const texts: Record<string, string> = {
    missing: t(errorTable[errors.required].message),
    type: t(errorTable[errors.type].message),
    size: t(errorTable[errors.tooLarge].message),
  };
  const problem = form.problems.image;
  return (
    <Stack gap="xs">
      {edited && !image && (
        <Stack gap="2xs" align="center">
          <QrCodeImage
            url={edited.imageUrl}
            alt={t('QR code {{name}}', { name: edited.name })}
            size="small"
          />
          <Text size="xs" c="dimmed">
            {t('Current image')}
          </Text>
        </Stack>
      )}
      <ImageInput
        label={t('QR Code Image')}
        {...form.field('image')}
        onReject={(reason) => form.setProblem('image', reason)}
        accept={UPLOAD_TYPES}
        maxBytes={maxBytes}
        hint={t('JPG, PNG or WebP, max 5MB')}
        error={problem && (texts[problem] ?? problem)}
        required={!edited}
        disabled={dialog.isPending}
      />
    </Stack>
  );
}
