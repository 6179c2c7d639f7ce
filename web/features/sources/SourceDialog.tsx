import { Stack, Switch, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { MAX_NAME_LENGTH } from '#contract/rules.ts';
import type { Source, SourceForm } from '#contract/sources.ts';
import { focusFirstInvalid } from '../../lib/focus.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import type { FormDialogState } from '../../ui/use-form-dialog.ts';
import { useSaveSource } from './queries.ts';
import { findProblems, type SourceProblems } from './source-form.ts';

type SourceDialogProps = { state: FormDialogState<Source, SourceForm, SourceProblems> };

/** Adds a source or edits one. */
export function SourceDialog({ state }: SourceDialogProps) {
  const { t } = useTranslation();
  const fields = useRef<HTMLDivElement>(null);
  const { edited, form, problems } = state;
  const save = useSaveSource(state.close);
  const submit = () => {
    const found = findProblems(form);
    state.setProblems(found);
    if (found.name) return focusFirstInvalid(fields.current);
    save.mutate({ id: edited?.id, form });
  };
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={edited ? t('Edit Source') : t('Add New Source')}
      submitLabel={edited ? t('Update Source') : t('Create Source')}
      pendingLabel={edited ? t('Updating...') : t('Creating...')}
      pending={save.isPending}
      onSubmit={submit}
    >
      <Stack ref={fields} gap="md">
        <TextInput
          label={t('Name')}
          value={form.name}
          onChange={(event) => state.change({ name: event.currentTarget.value })}
          error={problems.name && t(errorTable.SOURCE_NAME_TOO_SHORT.message)}
          maxLength={MAX_NAME_LENGTH}
          disabled={save.isPending}
          required
          data-autofocus
        />
        <Switch
          label={t('Active')}
          description={t('Deposits can be attributed to active sources only.')}
          checked={form.isActive}
          onChange={(event) => state.change({ isActive: event.currentTarget.checked })}
          disabled={save.isPending}
        />
      </Stack>
    </FormDialog>
  );
}
