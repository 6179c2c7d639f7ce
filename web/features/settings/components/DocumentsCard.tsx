import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { FIELD_ORDER, SettingForm } from './SettingForm.tsx';

const { min: minimum, max: maximum } = settingTable.documentDays;

type Retention = { documentDays: number };

/** Setting for the time after which verification documents are deleted. */
export function DocumentsCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Verification documents')}
      description={t('How long the images are kept after the decision.')}
      settings={['documentDays']}
      height={60}
    >
      {(saved) => <RetentionForm saved={saved} />}
    </SettingCard>
  );
}

function RetentionForm({ saved }: { saved: Retention }) {
  const { t } = useTranslation();
  const setting = useSettingForm({
    saved,
    toFields: ({ documentDays }: Retention) => ({ typed: String(documentDays) }),
    toSettings: ({ typed }) => ({ documentDays: Number(typed) }),
  });
  const { form } = setting;
  const typed = form.values.typed.trim();
  const isValid = /^\d{1,3}$/.test(typed) && Number(typed) >= minimum && Number(typed) <= maximum;
  const range = t('Please enter a whole number from {{minimum}} to {{maximum}}.', {
    ...{ minimum, maximum },
  });
  const problem = !isValid && range;
  return (
    <SettingForm {...setting} problem={problem} isOneLine>
      <TextInput
        label={t('Days until the images are deleted')}
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
