import { Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_ACCOUNT_NUMBER_LENGTH } from '#contract/bank-accounts/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_NAME_LENGTH } from '#contract/shared/limits.ts';
import { EntityDialog } from '#web/ui/dialog/EntityDialog.tsx';
import type { DetailProblems } from './model.ts';
import type { useDepositAccountDialog } from './queries.ts';

type DialogState = ReturnType<typeof useDepositAccountDialog>;

/** The details of a bank account that users pay to. */
export function DepositAccountDialog({ dialog }: { dialog: DialogState }) {
  const { t } = useTranslation();
  const { form, edited } = dialog;
  const title = t('Details for deposits: {{name}}', { name: edited?.name ?? '' });
  const textOf = (field: keyof DetailProblems) => {
    const problem = form.problems[field];
    return problem && t(errorTable[problem].message);
  };
  return (
    <EntityDialog
      dialog={dialog}
      titles={{ create: title, edit: title }}
      submitLabels={{ create: t('Save'), edit: t('Save') }}
    >
      <Text size="sm">
        {t('Users see these details if they enter an amount above the highest UPI payment.')}
      </Text>
      <TextInput
        label={t('Account holder name')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        {...form.field('accountHolderName')}
        error={textOf('accountHolderName')}
      />
      <TextInput
        label={t('Account number')}
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={MAX_ACCOUNT_NUMBER_LENGTH}
        {...form.field('accountNumber')}
        error={textOf('accountNumber')}
      />
      <TextInput
        label={t('IFSC code')}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        {...form.field('ifscCode')}
        error={textOf('ifscCode')}
      />
      <TextInput
        label={t('Bank name')}
        required
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        {...form.field('bankName')}
        error={textOf('bankName')}
      />
      <Switch label={t('Shown to users for deposits')} {...form.checkbox('isActive')} />
    </EntityDialog>
  );
}
