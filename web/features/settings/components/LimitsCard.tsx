import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AmountSettingForm } from './AmountSettingForm.tsx';
import { SettingCard } from './SettingCard.tsx';

/** Settings for the highest amounts of deposits. */
export function LimitsCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Limits')}
      description={t(
        'The smallest and largest deposit allowed. Existing requests are not affected.',
      )}
      settings={['maxDepositPaise', 'upiLimitPaise']}
      height={140}
    >
      {({ maxDepositPaise, upiLimitPaise }) => (
        <Stack gap="md">
          <AmountSettingForm
            setting="maxDepositPaise"
            label={t('Maximum deposit')}
            savedPaise={maxDepositPaise}
          />
          <AmountSettingForm
            setting="upiLimitPaise"
            label={t('Highest UPI payment')}
            savedPaise={upiLimitPaise}
          />
        </Stack>
      )}
    </SettingCard>
  );
}
