import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { formatAmount, formatRupees, parseRupees } from '#contract/shared/money.ts';
import { stripCurrency } from '#web/lib/i18n/typed-amount.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { FIELD_ORDER, SettingForm } from './SettingForm.tsx';

type AmountKey = 'maxDepositPaise' | 'upiLimitPaise' | 'adjustmentDayPaise' | 'stepUpAbovePaise';

type AmountSettingFormProps = { setting: AmountKey; label: string; savedPaise: number };

/** Form of a setting that is an amount, within the limits of `settingTable`. */
export function AmountSettingForm({ setting: key, label, savedPaise }: AmountSettingFormProps) {
  const { t } = useTranslation();
  const { min, max } = settingTable[key];
  const range = { minimum: formatRupees(min), maximum: formatRupees(max) };
  const parse = (typed: string) => {
    const paise = parseRupees(stripCurrency(typed));
    return paise !== undefined && paise >= min && paise <= max ? paise : undefined;
  };
  const setting = useSettingForm<AmountKey, { typed: string }>({
    saved: { [key]: savedPaise } as Record<AmountKey, number>, // Only this setting is read and sent.
    toFields: (settings) => ({ typed: formatAmount(settings[key]) }),
    toSettings: ({ typed }) => ({ [key]: parse(typed) ?? Number.NaN }) as Record<AmountKey, number>,
  });
  const { form } = setting;
  const problem =
    parse(form.values.typed) === undefined &&
    t('Please enter an amount from {{minimum}} to {{maximum}}', range);
  return (
    <SettingForm {...setting} problem={problem} isOneLine>
      <TextInput
        label={label}
        description={t('From {{minimum}} to {{maximum}}', range)}
        leftSection={<Text aria-hidden>₹</Text>}
        inputMode="decimal"
        autoComplete="off"
        inputWrapperOrder={FIELD_ORDER}
        {...form.field('typed')}
        error={problem}
      />
    </SettingForm>
  );
}
