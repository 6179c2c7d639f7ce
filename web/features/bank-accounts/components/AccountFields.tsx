import { SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_ACCOUNT_NUMBER_LENGTH } from '#contract/bank-accounts/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_NAME_LENGTH } from '#contract/shared/limits.ts';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import type { CheckedForm } from '#web/ui/form/use-checked-form.ts';
import type { AccountForm, AccountProblem, AccountProblems, AccountType } from '../model.ts';
import { BankNameField } from './BankNameField.tsx';

type AccountFieldsProps = {
  form: CheckedForm<AccountForm, Required<AccountProblems>>;
  isFirst: boolean;
};

export function AccountFields({ form, isFirst }: AccountFieldsProps) {
  const { t } = useTranslation();
  const { problems } = form;
  const text = (problem: AccountProblem | undefined) => problem && t(errorTable[problem].message);
  const ifsc = form.field('ifscCode');
  return (
    <>
      <TextInput
        label={t('Account holder name')}
        required
        data-autofocus
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        {...form.field('accountName')}
        error={text(problems.accountName)}
      />
      <TextInput
        label={t('Account number')}
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={MAX_ACCOUNT_NUMBER_LENGTH}
        {...form.field('accountNumber')}
        error={text(problems.accountNumber)}
      />
      <BankNameField {...form.field('bankName')} error={text(problems.bankName)} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <AccountTypeField {...form.field('accountType')} />
        <TextInput
          label={t('IFSC code (optional)')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          {...ifsc}
          onChange={(event) => ifsc.onChange(event.currentTarget.value.toUpperCase())}
          error={text(problems.ifscCode)}
        />
      </SimpleGrid>
      <Switch
        label={t('Set as default account')}
        description={isFirst ? t('Your first account is always the default') : undefined}
        {...form.checkbox('isDefault')}
        checked={form.values.isDefault || isFirst}
        disabled={isFirst}
      />
    </>
  );
}

type AccountTypeFieldProps = { value: AccountType; onChange: (type: AccountType) => void };

function AccountTypeField({ value, onChange }: AccountTypeFieldProps) {
  const { t } = useTranslation();
  return (
    <ChoiceField
      label={t('Account Type')}
      choices={[
        { value: 'savings', label: t('Savings') },
        { value: 'checking', label: t('Current') },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
