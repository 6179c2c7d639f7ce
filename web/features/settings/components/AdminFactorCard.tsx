import { Anchor, Switch, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { FIELD_ORDER, SettingForm } from './SettingForm.tsx';

const { min: minimum, max: maximum } = settingTable.adminFactorDays;
const RANGE = { minimum, maximum };

type Policy = { adminFactorRequired: boolean; adminFactorDays: number };

/** Setting whether administrators need a second factor. */
export function AdminFactorCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Second factor of admins')}
      description={t(
        'Admins without a second factor see a reminder. After the days below, they can only add one.',
      )}
      settings={['adminFactorRequired', 'adminFactorDays']}
      height={140}
    >
      {(saved) => <PolicyForm saved={saved} />}
    </SettingCard>
  );
}

function PolicyForm({ saved }: { saved: Policy }) {
  const { t } = useTranslation();
  const setting = useSettingForm({
    saved,
    toFields: ({ adminFactorRequired, adminFactorDays }: Policy) => ({
      isRequired: adminFactorRequired,
      days: String(adminFactorDays),
    }),
    toSettings: ({ isRequired, days }) => ({
      adminFactorRequired: isRequired,
      adminFactorDays: Number(days),
    }),
  });
  const { form } = setting;
  const typed = form.values.days.trim();
  const isValid = /^\d{1,2}$/.test(typed) && Number(typed) <= maximum;
  const problem =
    !isValid && t('Please enter a whole number from {{minimum}} to {{maximum}}.', RANGE);
  return (
    <SettingForm {...setting} isBlocked={!isValid}>
      <Switch
        label={t('Admins need a second factor')}
        description={t('Only an admin with a second factor can switch this off.')}
        {...form.checkbox('isRequired')}
      />
      <TextInput
        label={t('Time to add one (days)')}
        description={t('From {{minimum}} to {{maximum}}.', RANGE)}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        inputWrapperOrder={FIELD_ORDER}
        {...form.field('days')}
        error={problem}
      />
      <Anchor
        data-reached
        size="sm"
        renderRoot={(props) => (
          <Link {...props} to={paths.admin.users} search={{ account: 'withoutFactor' }} />
        )}
      >
        {t('Show admins without a second factor')}
      </Anchor>
    </SettingForm>
  );
}
