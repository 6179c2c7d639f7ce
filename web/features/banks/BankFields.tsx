import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BankForm } from '#contract/banks.ts';
import { MAX_NAME_LENGTH } from '#contract/rules.ts';
import { MAX_BANK_CODE_LENGTH } from './bank-form.ts';

type FieldProps = {
  form: BankForm;
  onChange: (part: Partial<BankForm>) => void;
  disabled: boolean;
  /** Whether what is missing is marked. */
  isRefused: boolean;
  /** In a table's row the column says what the field holds, and the label is for those who can't see it. */
  inline?: boolean;
};

/** The field for a bank's name. */
export function BankNameField({ form, onChange, disabled, isRefused, inline }: FieldProps) {
  const { t } = useTranslation();
  const label = t('Bank Name');
  return (
    <TextInput
      label={inline ? undefined : label}
      aria-label={inline ? label : undefined}
      value={form.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
      error={isRefused && form.name.trim() === ''}
      maxLength={MAX_NAME_LENGTH}
      disabled={disabled}
      autoComplete="off"
      required
    />
  );
}

/** The field for a bank's code. */
export function BankCodeField({ form, onChange, disabled, isRefused, inline }: FieldProps) {
  const { t } = useTranslation();
  const label = t('Bank Code');
  return (
    <TextInput
      label={inline ? undefined : label}
      aria-label={inline ? label : undefined}
      value={form.code}
      onChange={(event) => onChange({ code: event.currentTarget.value })}
      error={isRefused && form.code.trim() === ''}
      maxLength={MAX_BANK_CODE_LENGTH}
      disabled={disabled}
      autoComplete="off"
      required
    />
  );
}
