import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { type Currency, MAX_DECIMAL_PLACES } from '../model/currency.ts';

type AddCurrencyDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Returns whether the currency was added. */
  onAdd: (currency: Currency) => boolean;
};

const EMPTY: Currency = { code: '', symbol: '', name: '', position: 'prefix', decimalPlaces: 2 };
const DECIMALS = Array.from({ length: MAX_DECIMAL_PLACES + 1 }, (_, places) => String(places));

export function AddCurrencyDialog({ opened, onClose, onAdd }: AddCurrencyDialogProps) {
  const { t } = useTranslation();
  const form = useCheckedForm({ initialValues: EMPTY });
  const decimals = form.field('decimalPlaces');
  const close = () => {
    form.start(EMPTY);
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('Add currency')}
      submitLabel={t('Add currency')}
      pendingLabel={t('Adding...')}
      pending={false}
      failure={null}
      form={form}
      onSubmit={(currency) => {
        if (onAdd(currency)) close();
      }}
    >
      <TextInput
        label={t('Currency code')}
        description={t('Three letters, such as INR')}
        {...form.field('code')}
        maxLength={3}
        required
        data-autofocus
      />
      <TextInput label={t('Symbol')} {...form.field('symbol')} maxLength={8} required />
      <TextInput label={t('Name')} {...form.field('name')} maxLength={60} required />
      <NativeSelect
        label={t('Symbol position')}
        {...form.field('position')}
        data={[
          { value: 'prefix', label: t('Before the amount') },
          { value: 'suffix', label: t('After the amount') },
        ]}
      />
      <NativeSelect
        label={t('Decimal places')}
        {...decimals}
        onChange={(event) => decimals.onChange(Number(event.currentTarget.value))}
        data={DECIMALS}
      />
    </FormDialog>
  );
}
