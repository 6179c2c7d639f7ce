import { Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH } from '#contract/rules.ts';
import type { SiteUrl } from '#contract/site-urls.ts';
import { focusFirstInvalid } from '../../lib/focus.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import type { FormDialogState } from '../../ui/use-form-dialog.ts';
import { useSaveSiteUrl } from './queries.ts';
import { findProblems, type SiteUrlProblems, type TypedSiteUrl, toForm } from './site-url-form.ts';

const MAX_DESCRIPTION_LENGTH = 500;

type DialogState = FormDialogState<SiteUrl, TypedSiteUrl, SiteUrlProblems>;

/** Adds a site link or edits one. */
export function SiteUrlDialog({ state }: { state: DialogState }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const { edited, form } = state;
  const save = useSaveSiteUrl(state.close);
  const submit = () => {
    const found = findProblems(form);
    state.setProblems(found);
    if (Object.keys(found).length > 0) return focusFirstInvalid(place.current);
    save.mutate({ id: edited?.id, form: toForm(form) });
  };
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={edited ? t('Edit Site URL') : t('Add Site URL')}
      submitLabel={edited ? t('Update Site URL') : t('Create Site URL')}
      pendingLabel={edited ? t('Updating...') : t('Creating...')}
      pending={save.isPending}
      onSubmit={submit}
    >
      <Stack ref={place} gap="md">
        <Fields state={state} disabled={save.isPending} />
      </Stack>
    </FormDialog>
  );
}

function Fields({ state, disabled }: { state: DialogState; disabled: boolean }) {
  const { t } = useTranslation();
  const { form, problems, change } = state;
  return (
    <>
      <TextInput
        label={t('Title')}
        value={form.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={problems.title && t(errorTable.TITLE_REQUIRED.message)}
        maxLength={MAX_NAME_LENGTH}
        disabled={disabled}
        required
        data-autofocus
      />
      <TextInput
        label={t('URL')}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={form.url}
        onChange={(event) => change({ url: event.currentTarget.value })}
        error={problems.url && t(errorTable.INVALID_URL.message)}
        maxLength={MAX_URL_LENGTH}
        disabled={disabled}
        required
      />
      <Textarea
        label={t('Description')}
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        maxLength={MAX_DESCRIPTION_LENGTH}
        disabled={disabled}
        minRows={2}
        maxRows={5}
        autosize
      />
      <TextInput
        label={t('Display Order')}
        description={t('Lower numbers come first.')}
        inputMode="numeric"
        value={form.displayOrder}
        onChange={(event) => change({ displayOrder: event.currentTarget.value })}
        disabled={disabled}
      />
      <Switch
        label={t('Active')}
        description={t('Users see active links only.')}
        checked={form.isActive}
        onChange={(event) => change({ isActive: event.currentTarget.checked })}
        disabled={disabled}
      />
    </>
  );
}
