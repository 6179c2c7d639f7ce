import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { NumberSettingForm } from './NumberSettingForm.tsx';
import { SettingCard } from './SettingCard.tsx';

const { min: minimum, max: maximum } = settingTable.adminPasswordLength;

/** Setting for the minimum length of administrators' passwords. */
export function PasswordsCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Passwords of admins')}
      description={t(
        'Applies when an admin sets a new password. Existing passwords stay valid until then.',
      )}
      settings={['adminPasswordLength']}
      height={60}
    >
      {({ adminPasswordLength }) => (
        <NumberSettingForm
          setting="adminPasswordLength"
          label={t('Minimum length (characters)')}
          description={t('From {{minimum}} to {{maximum}}.', { minimum, maximum })}
          saved={adminPasswordLength}
        />
      )}
    </SettingCard>
  );
}
