import { useTranslation } from 'react-i18next';
import { AmountSettingForm } from './AmountSettingForm.tsx';
import { SettingCard } from './SettingCard.tsx';

/** Setting for the maximum deposit. */
export function LimitsCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Limits')}
      description={t(
        'The smallest and largest deposit allowed. Existing requests are not affected.',
      )}
      settings={['maxDepositPaise']}
      height={60}
    >
      {({ maxDepositPaise }) => (
        <AmountSettingForm
          setting="maxDepositPaise"
          label={t('Maximum deposit')}
          savedPaise={maxDepositPaise}
        />
      )}
    </SettingCard>
  );
}
