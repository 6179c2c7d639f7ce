import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { FIELD_ORDER, SettingForm } from './SettingForm.tsx';

const RANGE = { maximum: settingTable.newAccountHours.max };

type Waiting = { newAccountHours: number };

/** Setting for the waiting time before the first withdrawal to a new bank account. */
export function NewAccountCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('New bank accounts')}
      description={t('How long users wait before the first withdrawal to a new bank account.')}
      settings={['newAccountHours']}
      height={60}
    >
      {(saved) => <WaitingForm saved={saved} />}
    </SettingCard>
  );
}

function WaitingForm({ saved }: { saved: Waiting }) {
  const { t } = useTranslation();
  const setting = useSettingForm({
    saved,
    toFields: ({ newAccountHours }: Waiting) => ({ typed: String(newAccountHours) }),
    toSettings: ({ typed }) => ({ newAccountHours: Number(typed) }),
  });
  const { form } = setting;
  const typed = form.values.typed.trim();
  const isValid = /^\d{1,3}$/.test(typed) && Number(typed) <= RANGE.maximum;
  const problem = !isValid && t('Please enter a whole number from 0 to {{maximum}}.', RANGE);
  return (
    <SettingForm {...setting} problem={problem} isOneLine>
      <TextInput
        label={t('Waiting time (hours)')}
        description={t('From 0 to {{maximum}}. With 0, there is no waiting time.', RANGE)}
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
