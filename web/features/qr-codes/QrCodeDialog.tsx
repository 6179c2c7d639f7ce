import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, UPLOAD_TYPES } from '#contract/shared/rules.ts';
import { imageRules } from '#contract/uploads/routes.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { ImageInput } from '../../ui/form/ImageInput.tsx';
import { QrCodeImage } from './QrCodeImage.tsx';
import type { QrCodeFormState } from './use-qr-code-form.ts';

export function QrCodeDialog({ state }: { state: QrCodeFormState }) {
  const { t } = useTranslation();
  const { edited, form } = state;
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={edited ? t('Edit QR Code') : t('Add New QR Code')}
      submitLabel={edited ? t('Update QR code') : t('Create QR code')}
      pendingLabel={edited ? t('Updating...') : t('Creating...')}
      pending={state.isPending}
      form={form}
      onSubmit={state.submit}
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
      <ImageField state={state} />
      <Switch
        label={t('Active')}
        description={t('Users can pay only with active QR codes.')}
        {...form.checkbox('isActive')}
      />
    </FormDialog>
  );
}

const { maxBytes, errors } = imageRules['qr-codes'];

function ImageField({ state }: { state: QrCodeFormState }) {
  const { t } = useTranslation();
  const { edited, form } = state;
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
        disabled={state.isPending}
      />
    </Stack>
  );
}
