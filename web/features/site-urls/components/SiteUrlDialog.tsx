import { Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_URL_LENGTH,
} from '#contract/shared/limits.ts';
import { EntityDialog } from '#web/ui/dialog/EntityDialog.tsx';
import type { useSiteUrlDialog } from '../queries.ts';

type DialogState = ReturnType<typeof useSiteUrlDialog>;

export function SiteUrlDialog({ dialog }: { dialog: DialogState }) {
  const { t } = useTranslation();
  return (
    <EntityDialog
      dialog={dialog}
      titles={{ create: t('Add Site URL'), edit: t('Edit Site URL') }}
      submitLabels={{ create: t('Create Site URL'), edit: t('Update Site URL') }}
    >
      <Fields form={dialog.form} />
    </EntityDialog>
  );
}

function Fields({ form }: Pick<DialogState, 'form'>) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('Title')}
        {...form.field('title')}
        error={form.problems.title && t(errorTable.TITLE_REQUIRED.message)}
        maxLength={MAX_NAME_LENGTH}
        required
        data-autofocus
      />
      <TextInput
        label={t('URL')}
        type="url"
        inputMode="url"
        placeholder="https://"
        {...form.field('url')}
        error={form.problems.url && t(errorTable.INVALID_URL.message)}
        maxLength={MAX_URL_LENGTH}
        required
      />
      <Textarea
        label={t('Description')}
        {...form.field('description')}
        maxLength={MAX_DESCRIPTION_LENGTH}
        minRows={2}
        maxRows={5}
        autosize
      />
      <TextInput
        label={t('Display order')}
        description={t('Lower numbers come first.')}
        inputMode="numeric"
        {...form.field('displayOrder')}
      />
      <Switch
        label={t('Active')}
        description={t('Users see active links only.')}
        {...form.checkbox('isActive')}
      />
    </>
  );
}
