import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { SettingForm } from './SettingForm.tsx';

type Utr = { utrRequired: boolean; receiptReading: boolean; receiptAutoReading: boolean };

/** Settings whether a deposit needs the reference number of its payment, and whether browsers read it from the receipt. */
export function UtrCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('UTR of deposits')}
      description={t(
        'Users enter the UTR of their payment, so that you find it in the bank statement.',
      )}
      settings={['utrRequired', 'receiptReading', 'receiptAutoReading']}
      height={190}
    >
      {(saved) => <UtrForm saved={saved} />}
    </SettingCard>
  );
}

function UtrForm({ saved }: { saved: Utr }) {
  const { t } = useTranslation();
  const setting = useSettingForm({
    saved,
    toFields: ({ utrRequired, receiptReading, receiptAutoReading }: Utr) => ({
      ...{ isRequired: utrRequired, isRead: receiptReading, isAutomatic: receiptAutoReading },
    }),
    toSettings: ({ isRequired, isRead, isAutomatic }) => ({
      ...{ utrRequired: isRequired, receiptReading: isRead, receiptAutoReading: isAutomatic },
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
      <Switch
        label={t('Read it as soon as a receipt is chosen')}
        description={t('The user compares the number before it is entered.')}
        disabled={!setting.form.values.isRead}
        {...setting.form.checkbox('isAutomatic')}
      />
    </SettingForm>
  );
}
