import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  MAX_API_KEY_DAY_COMMANDS,
  MAX_API_KEY_DAY_PAISE,
  MAX_API_KEY_NAME_LENGTH,
} from '#contract/api-keys/rules.ts';
import { API_SCOPES } from '#contract/shared/enums.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import type { FormDialogState } from '#web/ui/dialog/use-form-dialog.ts';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { type ApiKeyFields, type ApiKeyProblems, toForm } from '../model/api-key-form.ts';
import { lifetimes, scopeLabels } from '../model/labels.ts';
import { useCreateApiKey } from '../queries.ts';

type ApiKeyDialogProps = {
  state: FormDialogState<never, ApiKeyFields, ApiKeyProblems>;
  /** Called with the secret of the new key. */
  onMade: (secret: string) => void;
};

export function ApiKeyDialog({ state, onMade }: ApiKeyDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { form } = state;
  const labels = scopeLabels(t);
  const create = useCreateApiKey((secret) => {
    state.close();
    onMade(secret);
  });
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={t('Create API key')}
      submitLabel={t('Create API key')}
      pendingLabel={t('Creating...')}
      pending={create.isPending}
      failure={create.error}
      form={form}
      onSubmit={(fields) => create.mutate(toForm(fields))}
    >
      <TextInput
        label={t('Name')}
        description={t('The program that will use the key')}
        {...form.field('name')}
        error={form.problems.name && t(errorTable.API_KEY_NAME_REQUIRED.message)}
        maxLength={MAX_API_KEY_NAME_LENGTH}
        autoComplete="off"
        required
        data-autofocus
      />
      <Checkbox.Group
        label={t('Permissions')}
        {...form.field('scopes')}
        error={form.problems.scopes && t(errorTable.API_KEY_SCOPES_REQUIRED.message)}
        withAsterisk
      >
        <Stack gap="sm" mt="xs" mb="xs">
          {API_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={labels[scope]} description={scope} />
          ))}
        </Stack>
      </Checkbox.Group>
      <ChoiceField label={t('Expires after')} choices={lifetimes(t)} {...form.field('lifetime')} />
      <TextInput
        label={t('Amount per day')}
        description={t('Approvals, adjustments and requests together. Empty: no limit')}
        leftSection={<Text aria-hidden>₹</Text>}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('dayAmount')}
        error={
          form.problems.dayAmount &&
          t('Please enter an amount from {{minimum}} to {{maximum}}', {
            minimum: formatRupees(1),
            maximum: formatRupees(MAX_API_KEY_DAY_PAISE),
          })
        }
      />
      <TextInput
        label={t('Commands per day')}
        description={t('Empty: no limit')}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('dayCommands')}
        error={
          form.problems.dayCommands &&
          t('Please enter a whole number from 1 to {{maximum}}.', {
            maximum: number(MAX_API_KEY_DAY_COMMANDS),
          })
        }
      />
    </FormDialog>
  );
}
