import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { formatAmount, formatRupees, parseRupees } from '#contract/shared/money.ts';
import { stripCurrency } from '#web/lib/i18n/typed-amount.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { FIELD_ORDER, SettingForm } from './SettingForm.tsx';

const { min, max } = settingTable.maxDepositPaise;
const RANGE = { minimum: formatRupees(min), maximum: formatRupees(max) };

type MaxDeposit = { maxDepositPaise: number };

/** Setting for the maximum deposit. */
export function LimitsCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Limits')}
      description={t(
        'The smallest and largest deposit allowed. Existing requests are not affected.',
      )}
      settings={['maxDepositPaise']}
      height={60}
    >
      {(saved) => <MaxDepositForm saved={saved} />}
    </SettingCard>
  );
}

function MaxDepositForm({ saved }: { saved: MaxDeposit }) {
  const { t } = useTranslation();
  const setting = useSettingForm({
    saved,
    toFields: ({ maxDepositPaise }: MaxDeposit) => ({ typed: formatAmount(maxDepositPaise) }),
    toSettings: ({ typed }) => ({ maxDepositPaise: parseTyped(typed) ?? Number.NaN }),
  });
  const { form } = setting;
  const problem =
    parseTyped(form.values.typed) === undefined &&
    t('Please enter an amount from {{minimum}} to {{maximum}}', RANGE);
  return (
    <SettingForm {...setting} problem={problem} isOneLine>
      <TextInput
        label={t('Maximum deposit')}
        description={t('From {{minimum}} to {{maximum}}', RANGE)}
        leftSection={<Text aria-hidden>₹</Text>}
        inputMode="decimal"
        autoComplete="off"
        inputWrapperOrder={FIELD_ORDER}
        {...form.field('typed')}
        error={problem}
      />
    </SettingForm>
  );
}

function parseTyped(typed: string): number | undefined {
  const paise = parseRupees(stripCurrency(typed));
  return paise !== undefined && paise >= min && paise <= max ? paise : undefined;
}
