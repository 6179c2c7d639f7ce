import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { NumberSettingForm } from './NumberSettingForm.tsx';
import { SettingCard } from './SettingCard.tsx';

const { max: maximum } = settingTable.newAccountHours;

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
      {({ newAccountHours }) => (
        <NumberSettingForm
          setting="newAccountHours"
          label={t('Waiting time (hours)')}
          description={t('From 0 to {{maximum}}. With 0, there is no waiting time.', { maximum })}
          saved={newAccountHours}
        />
      )}
    </SettingCard>
  );
}
