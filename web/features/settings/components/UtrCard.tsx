import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { SettingForm } from './SettingForm.tsx';

type Utr = { utrRequired: boolean };

/** Setting whether a deposit needs the reference number of its payment. */
export function UtrCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('UTR of deposits')}
      description={t(
        'Users enter the UTR of their payment, so that you find it in the bank statement.',
      )}
      settings={['utrRequired']}
      height={60}
    >
      {(saved) => <UtrForm saved={saved} />}
    </SettingCard>
  );
}

function UtrForm({ saved }: { saved: Utr }) {
  const { t } = useTranslation();
  const setting = useSettingForm({
    saved,
    toFields: ({ utrRequired }: Utr) => ({ isRequired: utrRequired }),
    toSettings: ({ isRequired }) => ({ utrRequired: isRequired }),
  });
  return (
    <SettingForm {...setting}>
      <Switch
        label={t('A deposit needs a UTR')}
        description={t('Otherwise the field is optional.')}
        {...setting.form.checkbox('isRequired')}
      />
    </SettingForm>
  );
}
