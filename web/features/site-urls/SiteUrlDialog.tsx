import { Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_URL_LENGTH } from '#contract/shared/rules.ts';
import type { SiteUrl } from '#contract/site-urls/schema.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { FormDialogState } from '../../ui/dialog/use-form-dialog.ts';
import { useSaveSiteUrl } from './queries.ts';
import { type SiteUrlProblems, type TypedSiteUrl, toForm } from './site-url-form.ts';

type DialogState = FormDialogState<SiteUrl, TypedSiteUrl, SiteUrlProblems>;

export function SiteUrlDialog({ state }: { state: DialogState }) {
  const { t } = useTranslation();
  const { edited, form } = state;
  const save = useSaveSiteUrl(state.close);
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={edited ? t('Edit Site URL') : t('Add Site URL')}
      submitLabel={edited ? t('Update Site URL') : t('Create Site URL')}
      pendingLabel={edited ? t('Updating...') : t('Creating...')}
      pending={save.isPending}
      form={form}
      onSubmit={(typed) => save.mutate({ id: edited?.id, form: toForm(typed) })}
    >
      <Fields form={form} />
    </FormDialog>
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
