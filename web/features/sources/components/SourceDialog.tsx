import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_NAME_LENGTH } from '#contract/shared/limits.ts';
import { EntityDialog } from '#web/ui/dialog/EntityDialog.tsx';
import type { useSourceDialog } from '../queries.ts';

export function SourceDialog({ dialog }: { dialog: ReturnType<typeof useSourceDialog> }) {
  const { t } = useTranslation();
  const { form } = dialog;
  return (
    <EntityDialog
      dialog={dialog}
      titles={{ create: t('Add New Source'), edit: t('Edit Source') }}
      submitLabels={{ create: t('Create source'), edit: t('Update source') }}
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
    </EntityDialog>
  );
}
