import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { FIELD_ORDER, SettingForm } from './SettingForm.tsx';

type NumberKey = 'adminPasswordLength' | 'documentDays' | 'newAccountHours' | 'undoSeconds';

type NumberSettingFormProps = {
  setting: NumberKey;
  label: string;
  description?: string;
  saved: number;
};

/** Form of a setting that is a whole number, within the limits of `settingTable`. */
export function NumberSettingForm({ setting: key, saved, ...texts }: NumberSettingFormProps) {
  const { t } = useTranslation();
  const { min: minimum, max: maximum } = settingTable[key];
  const setting = useSettingForm<NumberKey, { typed: string }>({
    saved: { [key]: saved } as Record<NumberKey, number>, // Only this setting is read and sent.
    toFields: (settings) => ({ typed: String(settings[key]) }),
    toSettings: ({ typed }) => ({ [key]: Number(typed) }) as Record<NumberKey, number>,
  });
  const { form } = setting;
  const typed = form.values.typed.trim();
  const isValid = /^\d{1,3}$/.test(typed) && Number(typed) >= minimum && Number(typed) <= maximum;
  const range =
    minimum === 0
      ? t('Please enter a whole number from 0 to {{maximum}}.', { maximum })
      : t('Please enter a whole number from {{minimum}} to {{maximum}}.', { minimum, maximum });
  const problem = !isValid && range;
  return (
    <SettingForm {...setting} problem={problem} isOneLine>
      <TextInput
        {...texts}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        inputWrapperOrder={FIELD_ORDER}
        {...form.field('typed')}
        error={problem}
      />
    </SettingForm>
  );
}
