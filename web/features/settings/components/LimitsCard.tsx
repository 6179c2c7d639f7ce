import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatRupees, parseRupees } from '#contract/shared/money.ts';
import { HIGHEST_MAX_DEPOSIT, MIN_DEPOSIT } from '#contract/shared/rules.ts';
import { stripCurrency } from '#web/lib/i18n/typed-amount.ts';
import { useSavedForm } from '#web/ui/form/use-checked-form.ts';
import { useLimits, useSaveMaxDeposit } from '../queries.ts';
import { FIELD_ORDER, OneLineForm } from './OneLineForm.tsx';
import { SavedSettings } from './SavedSettings.tsx';

/** Setting for the maximum deposit. */
export function LimitsCard() {
  const { t } = useTranslation();
  return (
    <SavedSettings
      title={t('Limits')}
      description={t(
        'The smallest and largest deposit allowed. Existing requests are not affected.',
      )}
      saved={useLimits()}
      height={60}
    >
      {({ maxDepositPaise }) => <MaxDepositForm savedPaise={maxDepositPaise} />}
    </SavedSettings>
  );
}

function MaxDepositForm({ savedPaise }: { savedPaise: number }) {
  const { t } = useTranslation();
  // Updates when another administrator saves, unless the user is typing.
  const form = useSavedForm({ typed: formatAmount(savedPaise) });
  const save = useSaveMaxDeposit(({ maxDepositPaise }) =>
    form.start({ typed: formatAmount(maxDepositPaise) }),
  );
  const amount = stripCurrency(form.values.typed);
  const paise = parseRupees(amount);
  const isValid = paise !== undefined && paise >= MIN_DEPOSIT && paise <= HIGHEST_MAX_DEPOSIT;
  const range = { minimum: formatRupees(MIN_DEPOSIT), maximum: formatRupees(HIGHEST_MAX_DEPOSIT) };
  const problem = !isValid && t('Please enter an amount from {{minimum}} to {{maximum}}', range);
  return (
    <OneLineForm
      form={form}
      pending={save.isPending}
      failure={save.error}
      problem={problem}
      onSubmit={() => save.mutate({ amount })}
    >
      <TextInput
        label={t('Maximum deposit')}
        description={t('From {{minimum}} to {{maximum}}', range)}
        leftSection={<Text aria-hidden>₹</Text>}
        inputMode="decimal"
        autoComplete="off"
        inputWrapperOrder={FIELD_ORDER}
        {...form.field('typed')}
        error={problem}
      />
    </OneLineForm>
  );
}
