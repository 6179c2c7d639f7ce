import { SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { MAX_ACCOUNT_NUMBER_LENGTH, MAX_NAME_LENGTH } from '#contract/rules.ts';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import type { AccountForm, AccountProblem, AccountProblems, AccountType } from './account-form.ts';
import { BankNameField } from './BankNameField.tsx';

type AccountFieldsProps = {
  form: AccountForm;
  problems: AccountProblems;
  isFirst: boolean;
  onChange: (change: Partial<AccountForm>) => void;
};

/** The fields of a new bank account with what is wrong with each. */
export function AccountFields({ form, problems, isFirst, onChange }: AccountFieldsProps) {
  const { t } = useTranslation();
  const text = (problem: AccountProblem | undefined) => problem && t(errorTable[problem].message);
  return (
    <>
      <TextInput
        label={t('Account Holder Name')}
        required
        data-autofocus
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        value={form.accountName}
        onChange={(event) => onChange({ accountName: event.currentTarget.value })}
        error={text(problems.accountName)}
      />
      <TextInput
        label={t('Account Number')}
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={MAX_ACCOUNT_NUMBER_LENGTH}
        value={form.accountNumber}
        onChange={(event) => onChange({ accountNumber: event.currentTarget.value })}
        error={text(problems.accountNumber)}
      />
      <BankNameField
        value={form.bankName}
        onChange={(bankName) => onChange({ bankName })}
        error={text(problems.bankName)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <AccountTypeField
          value={form.accountType}
          onChange={(accountType) => onChange({ accountType })}
        />
        <TextInput
          label={t('IFSC Code (optional)')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          value={form.ifscCode}
          onChange={(event) => onChange({ ifscCode: event.currentTarget.value.toUpperCase() })}
          error={text(problems.ifscCode)}
        />
      </SimpleGrid>
      <Switch
        label={t('Set as default account')}
        description={isFirst ? t('Your first account is always the default') : undefined}
        checked={form.isDefault || isFirst}
        disabled={isFirst}
        onChange={(event) => onChange({ isDefault: event.currentTarget.checked })}
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
        { value: 'checking', label: t('Checking') },
        { value: 'savings', label: t('Savings') },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
