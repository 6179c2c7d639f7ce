import { Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  AUTO_APPROVAL_SETTINGS,
  type AutoApprovalSetting,
} from '#contract/reconciliation/rules.ts';
import { type Settings, settingTable } from '#contract/settings/table.ts';
import { formatAmount, formatRupees, parseRupees } from '#contract/shared/money.ts';
import { stripCurrency } from '#web/lib/i18n/typed-amount.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { FIELD_ORDER, SettingForm } from './SettingForm.tsx';

type AutoApproval = Pick<Settings, AutoApprovalSetting>;

const { min: minimum, max: maximum } = settingTable.autoApprovalMinutes;
const MINUTES = { minimum, maximum };
const AMOUNTS = {
  minimum: formatRupees(settingTable.autoApprovalPaise.min),
  maximum: formatRupees(settingTable.autoApprovalPaise.max),
};

/** Setting whether certain matches of bank statements are approved without an administrator. */
export function AutoApprovalCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Automatic approvals')}
      description={t(
        'Certain matches of bank statements are approved after a waiting time. First deposits, deposits with a warning and amounts that need a second approval always wait for an admin.',
      )}
      settings={AUTO_APPROVAL_SETTINGS}
      height={260}
    >
      {(saved) => <AutoApprovalForm saved={saved} />}
    </SettingCard>
  );
}

function AutoApprovalForm({ saved }: { saved: AutoApproval }) {
  const { t } = useTranslation();
  const setting = useSettingForm({
    saved,
    toFields: (settings: AutoApproval) => ({
      isOn: settings.autoApproval,
      amount: formatAmount(settings.autoApprovalPaise),
      dayAmount: formatAmount(settings.autoApprovalDayPaise),
      minutes: String(settings.autoApprovalMinutes),
    }),
    toSettings: ({ isOn, amount, dayAmount, minutes }) => ({
      autoApproval: isOn,
      autoApprovalPaise: parseAmount(amount) ?? Number.NaN,
      autoApprovalDayPaise: parseAmount(dayAmount) ?? Number.NaN,
      autoApprovalMinutes: Number(minutes),
    }),
  });
  const { form } = setting;
  const problemOf = (typed: string) =>
    parseAmount(typed) === undefined &&
    t('Please enter an amount from {{minimum}} to {{maximum}}', AMOUNTS);
  const minutes = form.values.minutes.trim();
  const isValid =
    /^\d{1,4}$/.test(minutes) && Number(minutes) >= minimum && Number(minutes) <= maximum;
  const problems = {
    amount: problemOf(form.values.amount),
    dayAmount: problemOf(form.values.dayAmount),
    minutes: !isValid && t('Please enter a whole number from {{minimum}} to {{maximum}}.', MINUTES),
  };
  return (
    <SettingForm {...setting} problem={problems.amount || problems.dayAmount || problems.minutes}>
      <Switch
        label={t('Approve certain matches automatically')}
        description={t('The admin who imports the statement has to confirm their identity.')}
        {...form.checkbox('isOn')}
      />
      {(['amount', 'dayAmount'] as const).map((name) => (
        <TextInput
          key={name}
          label={
            name === 'amount' ? t('Up to this amount per deposit') : t('Up to this sum per day')
          }
          description={t('From {{minimum}} to {{maximum}}', AMOUNTS)}
          leftSection={<Text aria-hidden>₹</Text>}
          inputMode="decimal"
          autoComplete="off"
          inputWrapperOrder={FIELD_ORDER}
          {...form.field(name)}
          error={problems[name]}
        />
      ))}
      <TextInput
        label={t('Waiting time (minutes)')}
        description={t('From {{minimum}} to {{maximum}}.', MINUTES)}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        inputWrapperOrder={FIELD_ORDER}
        {...form.field('minutes')}
        error={problems.minutes}
      />
    </SettingForm>
  );
}

function parseAmount(typed: string) {
  const { min, max } = settingTable.autoApprovalPaise;
  const paise = parseRupees(stripCurrency(typed));
  return paise !== undefined && paise >= min && paise <= max ? paise : undefined;
}
