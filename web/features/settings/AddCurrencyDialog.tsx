import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { type Currency, MAX_DECIMAL_PLACES } from './currency.ts';

type AddCurrencyDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Answers whether it was added. */
  onAdd: (currency: Currency) => boolean;
};

const EMPTY: Currency = { code: '', symbol: '', name: '', position: 'prefix', decimalPlaces: 2 };
const DECIMALS = Array.from({ length: MAX_DECIMAL_PLACES + 1 }, (_, places) => String(places));

/** Lists another currency. */
export function AddCurrencyDialog({ opened, onClose, onAdd }: AddCurrencyDialogProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState(EMPTY);
  const change = (part: Partial<Currency>) => setForm((current) => ({ ...current, ...part }));
  const submit = () => {
    if (!onAdd(form)) return;
    setForm(EMPTY);
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('Add Currency')}
      submitLabel={t('Add Currency')}
      pendingLabel={t('Adding...')}
      pending={false}
      onSubmit={submit}
    >
      <Stack gap="md">
        <TextInput
          label={t('Currency Code')}
          description={t('Three letters, such as INR')}
          value={form.code}
          onChange={(event) => change({ code: event.currentTarget.value })}
          maxLength={3}
          required
          data-autofocus
        />
        <TextInput
          label={t('Symbol')}
          value={form.symbol}
          onChange={(event) => change({ symbol: event.currentTarget.value })}
          maxLength={8}
          required
        />
        <TextInput
          label={t('Name')}
          value={form.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          maxLength={60}
          required
        />
        <NativeSelect
          label={t('Symbol Position')}
          value={form.position}
          onChange={(event) =>
            change({ position: event.currentTarget.value === 'suffix' ? 'suffix' : 'prefix' })
          }
          data={[
            { value: 'prefix', label: t('Before the amount') },
            { value: 'suffix', label: t('After the amount') },
          ]}
        />
        <NativeSelect
          label={t('Decimal Places')}
          value={String(form.decimalPlaces)}
          onChange={(event) => change({ decimalPlaces: Number(event.currentTarget.value) })}
          data={DECIMALS}
        />
      </Stack>
    </FormDialog>
  );
}
