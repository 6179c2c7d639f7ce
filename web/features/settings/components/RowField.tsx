import { NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SettingRow } from '#contract/settings/table.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { roughDuration } from '#web/lib/i18n/time.ts';
import type { CheckedForm } from '#web/ui/form/use-checked-form.ts';
import { isAmount, type RowFields, type RowProblems } from '../model/row-fields.ts';
import { FIELD_ORDER } from './SettingForm.tsx';

const MIN_DIGITS = 3;

type RowFieldProps = {
  row: SettingRow;
  form: CheckedForm<RowFields, RowProblems>;
  isInvalid: boolean;
};

/** Field of a row of `settingTable`. */
export function RowField({ row, form, isInvalid }: RowFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const label = t(row.fieldLabel ?? row.label);
  if (row.type === 'boolean') {
    const isDisabled = row.dependsOn !== undefined && !form.values[row.dependsOn];
    return (
      <Switch
        label={label}
        description={row.help && t(row.help)}
        disabled={isDisabled}
        {...form.checkbox(row.key)}
      />
    );
  }
  const field = { ...form.field(row.key), value: String(form.values[row.key]) };
  if (row.choices) {
    // Includes a value that was set through the API, so that it stays selected.
    const choices = [...new Set([...row.choices, Number(field.value)])].sort((a, b) => a - b);
    return (
      <NativeSelect
        label={label}
        {...field}
        data={choices.map((minutes) => ({
          value: String(minutes),
          label: roughDuration(minutes * 60, language),
        }))}
      />
    );
  }
  const input = { label, autoComplete: 'off', inputWrapperOrder: FIELD_ORDER, ...field };
  if (isAmount(row)) {
    const range = { minimum: formatRupees(row.min), maximum: formatRupees(row.max) };
    return (
      <TextInput
        {...input}
        description={t('From {{minimum}} to {{maximum}}', range)}
        leftSection={<Text aria-hidden>₹</Text>}
        inputMode="decimal"
        error={isInvalid && t('Please enter an amount from {{minimum}} to {{maximum}}', range)}
      />
    );
  }
  const range = { minimum: row.min, maximum: row.max };
  return (
    <TextInput
      {...input}
      description={row.help && t(row.help, range)}
      inputMode="numeric"
      maxLength={Math.max(MIN_DIGITS, String(row.max).length)}
      error={isInvalid && t('Please enter a whole number from {{minimum}} to {{maximum}}.', range)}
    />
  );
}
