import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_NAME_LENGTH } from '#contract/shared/rules.ts';
import type { Source, SourceForm } from '#contract/sources/schema.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { FormDialogState } from '../../ui/dialog/use-form-dialog.ts';
import { useSaveSource } from './queries.ts';
import type { SourceProblems } from './source-form.ts';

type SourceDialogProps = { state: FormDialogState<Source, SourceForm, SourceProblems> };

export function SourceDialog({ state }: SourceDialogProps) {
  const { t } = useTranslation();
  const { edited, form } = state;
  const save = useSaveSource(state.close);
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={edited ? t('Edit Source') : t('Add New Source')}
      submitLabel={edited ? t('Update source') : t('Create source')}
      pendingLabel={edited ? t('Updating...') : t('Creating...')}
      pending={save.isPending}
      form={form}
      onSubmit={(values) => save.mutate({ id: edited?.id, form: values })}
    >
      <TextInput
        label={t('Name')}
        {...form.field('name')}
        error={form.problems.name && t(errorTable.SOURCE_NAME_TOO_SHORT.message)}
        maxLength={MAX_NAME_LENGTH}
        required
        data-autofocus
      />
      <Switch
        label={t('Active')}
        description={t('Deposits can be attributed to active sources only.')}
        {...form.checkbox('isActive')}
      />
    </FormDialog>
  );
}
