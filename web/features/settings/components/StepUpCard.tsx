import { useTranslation } from 'react-i18next';
import { AmountSettingForm } from './AmountSettingForm.tsx';
import { SettingCard } from './SettingCard.tsx';

/** Setting for the amount above which approvals require a confirmed session. */
export function StepUpCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Confirmation of identity')}
      description={t(
        'Admins have to confirm their identity again to approve more than this amount in total. A confirmation lasts 10 minutes.',
      )}
      settings={['stepUpAbovePaise']}
      height={60}
    >
      {({ stepUpAbovePaise }) => (
        <AmountSettingForm
          setting="stepUpAbovePaise"
          label={t('Approvals without confirmation (maximum)')}
          savedPaise={stepUpAbovePaise}
        />
      )}
    </SettingCard>
  );
}
