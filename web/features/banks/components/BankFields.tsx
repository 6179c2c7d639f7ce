import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BankForm } from '#contract/banks/schema.ts';
import { MAX_NAME_LENGTH } from '#contract/shared/limits.ts';
import type { CheckedForm } from '#web/ui/form/use-checked-form.ts';
import { type BankProblems, MAX_BANK_CODE_LENGTH } from '../model.ts';

type FieldProps = {
  form: CheckedForm<BankForm, BankProblems>;
  disabled?: boolean;
  /** In a table row, the column header is the visible label, and the field has an aria-label. */
  inline?: boolean;
};

export function BankNameField({ form, disabled, inline }: FieldProps) {
  const { t } = useTranslation();
  const label = t('Bank name');
  return (
    <TextInput
      label={inline ? undefined : label}
      aria-label={inline ? label : undefined}
      {...form.field('name')}
      error={form.problems.name}
      maxLength={MAX_NAME_LENGTH}
      disabled={disabled}
      autoComplete="off"
      required
    />
  );
}

export function BankCodeField({ form, disabled, inline }: FieldProps) {
  const { t } = useTranslation();
  const label = t('Bank code');
  return (
    <TextInput
      label={inline ? undefined : label}
      aria-label={inline ? label : undefined}
      {...form.field('code')}
      error={form.problems.code}
      maxLength={MAX_BANK_CODE_LENGTH}
      disabled={disabled}
      autoComplete="off"
      required
    />
  );
}
