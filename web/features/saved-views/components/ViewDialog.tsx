import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ListWithViews, MAX_VIEW_NAME_LENGTH } from '#contract/saved-views/rules.ts';
import type { SavedView } from '#contract/saved-views/schema.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import type { FormDialogState } from '#web/ui/dialog/use-form-dialog.ts';
import { useSaveView } from '../queries.ts';

export type ViewFields = { name: string };
export type ViewProblems = { name: boolean };

type ViewDialogProps = {
  state: FormDialogState<SavedView, ViewFields, ViewProblems>;
  list: ListWithViews;
  search: Record<string, string>;
};

/** Saves the current filters under a name, or renames a view. */
export function ViewDialog({ state, list, search }: ViewDialogProps) {
  const { t } = useTranslation();
  const { edited, form } = state;
  const { save, rename, isPending, failure } = useSaveView(state.close);
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={edited ? t('Rename view') : t('Save this view')}
      submitLabel={t('Save')}
      pendingLabel={t('Saving...')}
      pending={isPending}
      failure={failure}
      form={form}
      onSubmit={({ name }) =>
        edited ? rename.mutate({ id: edited.id, name }) : save.mutate({ list, name, search })
      }
    >
      <TextInput
        label={t('Name')}
        description={t('To share a view, copy the address of this page.')}
        {...form.field('name')}
        error={form.problems.name && t(errorTable.VIEW_NAME_REQUIRED.message)}
        maxLength={MAX_VIEW_NAME_LENGTH}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
