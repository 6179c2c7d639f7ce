import { useTranslation } from 'react-i18next';
import { NumberSettingForm } from './NumberSettingForm.tsx';
import { SettingCard } from './SettingCard.tsx';

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
      {({ documentDays }) => (
        <NumberSettingForm
          setting="documentDays"
          label={t('Days until the images are deleted')}
          saved={documentDays}
        />
      )}
    </SettingCard>
  );
}
