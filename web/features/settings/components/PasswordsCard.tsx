import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { FIELD_ORDER, SettingForm } from './SettingForm.tsx';

const { min: minimum, max: maximum } = settingTable.adminPasswordLength;
const RANGE = { minimum, maximum };

type AdminPasswords = { adminPasswordLength: number };

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
      {(saved) => <LengthForm saved={saved} />}
    </SettingCard>
  );
}

function LengthForm({ saved }: { saved: AdminPasswords }) {
  const { t } = useTranslation();
  const setting = useSettingForm({
    saved,
    toFields: ({ adminPasswordLength }: AdminPasswords) => ({ typed: String(adminPasswordLength) }),
    toSettings: ({ typed }) => ({ adminPasswordLength: Number(typed) }),
  });
  const { form } = setting;
  const typed = form.values.typed.trim();
  const isValid = /^\d{1,2}$/.test(typed) && Number(typed) >= minimum && Number(typed) <= maximum;
  const problem =
    !isValid && t('Please enter a whole number from {{minimum}} to {{maximum}}.', RANGE);
  return (
    <SettingForm {...setting} problem={problem} isOneLine>
      <TextInput
        label={t('Minimum length (characters)')}
        description={t('From {{minimum}} to {{maximum}}.', RANGE)}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        inputWrapperOrder={FIELD_ORDER}
        {...form.field('typed')}
        error={problem}
      />
    </SettingForm>
  );
}
