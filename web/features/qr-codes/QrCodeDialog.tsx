import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { MAX_NAME_LENGTH, UPLOAD_TYPES } from '#contract/rules.ts';
import { imageRules } from '#contract/uploads.ts';
import { focusFirstInvalid } from '../../lib/focus.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ImageInput } from '../../ui/ImageInput.tsx';
import { QrCodeImage } from './QrCodeImage.tsx';
import type { QrCodeFormState } from './use-qr-code-form.ts';

const MAX_DESCRIPTION_LENGTH = 500;

/** Adds a QR code or edits one. */
export function QrCodeDialog({ state }: { state: QrCodeFormState }) {
  const { t } = useTranslation();
  const fields = useRef<HTMLDivElement>(null);
  const { edited, form, problems, failure, isPending } = state;
  const submit = () => {
    state.submit();
    focusFirstInvalid(fields.current);
  };
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={edited ? t('Edit QR Code') : t('Add New QR Code')}
      submitLabel={edited ? t('Update QR Code') : t('Create QR Code')}
      pendingLabel={edited ? t('Updating...') : t('Creating...')}
      pending={isPending}
      error={failure && !failure.isImage ? failure.reason : undefined}
      onSubmit={submit}
    >
      <Stack ref={fields} gap="md">
        <TextInput
          label={t('Name')}
          value={form.name}
          onChange={(event) => state.change({ name: event.currentTarget.value })}
          error={problems.name && t(errorTable.QR_CODE_NAME_REQUIRED.message)}
          maxLength={MAX_NAME_LENGTH}
          disabled={isPending}
          required
          data-autofocus
        />
        <Textarea
          label={t('Description')}
          value={form.description}
          onChange={(event) => state.change({ description: event.currentTarget.value })}
          maxLength={MAX_DESCRIPTION_LENGTH}
          disabled={isPending}
          minRows={2}
          maxRows={5}
          autosize
        />
        <ImageField state={state} />
        <Switch
          label={t('Active')}
          description={t('Users can pay by active QR codes only.')}
          checked={form.isActive}
          onChange={(event) => state.change({ isActive: event.currentTarget.checked })}
          disabled={isPending}
        />
      </Stack>
    </FormDialog>
  );
}

const { maxBytes, errors } = imageRules['qr-codes'];

function ImageField({ state }: { state: QrCodeFormState }) {
  const { t } = useTranslation();
  const { edited, image, problems, failure } = state;
  const texts = {
    missing: t(errorTable[errors.required].message),
    type: t(errorTable[errors.type].message),
    size: t(errorTable[errors.tooLarge].message),
  };
  const refused = problems.image && texts[problems.image];
  return (
    <Stack gap="xs">
      {edited && !image && (
        <Stack gap={4} align="center">
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
        value={image}
        onChange={state.changeImage}
        onReject={(reason) => state.changeImage(null, reason)}
        accept={UPLOAD_TYPES}
        maxBytes={maxBytes}
        hint={t('JPG, PNG or WebP, max 5MB')}
        error={refused ?? (failure?.isImage ? failure.reason : undefined)}
        required={!edited}
        disabled={state.isPending}
      />
    </Stack>
  );
}
