import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_NAME_LENGTH } from '#contract/shared/limits.ts';
import { EntityDialog } from '#web/ui/dialog/EntityDialog.tsx';
import type { useAccountDialog } from '../queries.ts';

export function AccountDialog({ dialog }: { dialog: ReturnType<typeof useAccountDialog> }) {
  const { t } = useTranslation();
  const { form } = dialog;
  return (
    <EntityDialog
      dialog={dialog}
      titles={{ create: t('Add a bank account'), edit: t('Edit bank account') }}
      submitLabels={{ create: t('Add account'), edit: t('Save') }}
    >
      <TextInput
        label={t('Name')}
        description={t('For example the bank and the purpose of the account')}
        {...form.field('name')}
        error={form.problems.name && t(errorTable.STATEMENT_ACCOUNT_NAME_REQUIRED.message)}
        maxLength={MAX_NAME_LENGTH}
        required
        data-autofocus
      />
      <TextInput
        label={t('Last four digits of the account number')}
        description={t('They detect a statement of another account.')}
        {...form.field('lastFour')}
        error={form.problems.lastFour && t('Please enter four digits or leave the field empty.')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
      />
      <Switch
        label={t('Active')}
        description={t('Statements can be imported for active accounts only.')}
        {...form.checkbox('isActive')}
      />
    </EntityDialog>
  );
}
