import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { SettingForm } from './SettingForm.tsx';

type Utr = { utrRequired: boolean; receiptReading: boolean };

/** Settings whether a deposit needs the reference number of its payment, and whether browsers read it from the receipt. */
export function UtrCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('UTR of deposits')}
      description={t(
        'Users enter the UTR of their payment, so that you find it in the bank statement.',
      )}
      settings={['utrRequired', 'receiptReading']}
      height={130}
    >
      {(saved) => <UtrForm saved={saved} />}
    </SettingCard>
  );
}

function UtrForm({ saved }: { saved: Utr }) {
  const { t } = useTranslation();
  const setting = useSettingForm({
    saved,
    toFields: ({ utrRequired, receiptReading }: Utr) => ({
      ...{ isRequired: utrRequired, isRead: receiptReading },
    }),
    toSettings: ({ isRequired, isRead }) => ({
      ...{ utrRequired: isRequired, receiptReading: isRead },
    }),
  });
  return (
    <SettingForm {...setting}>
      <Switch
        label={t('A deposit needs a UTR')}
        description={t('Otherwise the field is optional.')}
        {...setting.form.checkbox('isRequired')}
      />
      <Switch
        label={t('Users can have the UTR read from their receipt')}
        description={t('Their browser reads the receipt. It loads about 4 MB for that, once.')}
        {...setting.form.checkbox('isRead')}
      />
    </SettingForm>
  );
}
