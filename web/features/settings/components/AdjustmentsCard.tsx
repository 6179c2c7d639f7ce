import { useTranslation } from 'react-i18next';
import { AmountSettingForm } from './AmountSettingForm.tsx';
import { SettingCard } from './SettingCard.tsx';

/** Setting for the highest sum of one administrator's adjustments of a day. */
export function AdjustmentsCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Balance adjustments')}
      description={t(
        'How much one admin can credit and debit on one day in total. The maximum deposit limits each adjustment.',
      )}
      settings={['adjustmentDayPaise']}
      height={60}
    >
      {({ adjustmentDayPaise }) => (
        <AmountSettingForm
          setting="adjustmentDayPaise"
          label={t('Adjustments per admin and day')}
          savedPaise={adjustmentDayPaise}
        />
      )}
    </SettingCard>
  );
}
