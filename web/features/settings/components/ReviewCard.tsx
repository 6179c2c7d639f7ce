import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { NumberSettingForm } from './NumberSettingForm.tsx';
import { SettingCard } from './SettingCard.tsx';

const { max: maximum } = settingTable.undoSeconds;

export function ReviewCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Review of requests')}
      description={t('How long a decision made one by one can be undone before it takes effect.')}
      settings={['undoSeconds']}
      height={60}
    >
      {({ undoSeconds }) => (
        <NumberSettingForm
          setting="undoSeconds"
          label={t('Time to undo (seconds)')}
          description={t('From 0 to {{maximum}}. With 0, decisions take effect at once.', {
            maximum,
          })}
          saved={undoSeconds}
        />
      )}
    </SettingCard>
  );
}
