import { Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees, parseRupees, toDecimal } from '#contract/money.ts';
import { HIGHEST_MAX_DEPOSIT, MIN_DEPOSIT } from '#contract/rules.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageForm } from '../../ui/PageForm.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useSavedForm } from '../../ui/use-checked-form.ts';
import { useLimits, useSaveMaxDeposit } from './queries.ts';

/** What people can ask for at most, for an administrator to change. */
export function LimitsCard() {
  const { t } = useTranslation();
  const { data, isPending, isLoadingError, refetch } = useLimits();
  return (
    <Card
      title={t('Limits')}
      description={t(
        'The smallest and largest deposit allowed. Existing requests are not affected.',
      )}
    >
      {isPending && <Skeleton height={60} maw={420} />}
      {isLoadingError && (
        <ErrorState message={t('Failed to load settings')} onRetry={() => void refetch()} />
      )}
      {data && <MaxDepositForm savedPaise={data.maxDepositPaise} />}
    </Card>
  );
}

function MaxDepositForm({ savedPaise }: { savedPaise: number }) {
  const { t } = useTranslation();
  // The field follows what another administrator saves until someone types.
  const form = useSavedForm({ amount: toDecimal(savedPaise) });
  const save = useSaveMaxDeposit((paise) => form.start({ amount: toDecimal(paise) }));
  const { amount } = form.values;
  const paise = parseRupees(amount);
  const isValid = paise !== undefined && paise >= MIN_DEPOSIT && paise <= HIGHEST_MAX_DEPOSIT;
  const range = { minimum: formatRupees(MIN_DEPOSIT), maximum: formatRupees(HIGHEST_MAX_DEPOSIT) };
  return (
    <PageForm
      form={form}
      pending={save.isPending}
      onSubmit={(limits) => {
        if (isValid) save.mutate(limits);
      }}
    >
      <Group align="flex-start" gap="md">
        <TextInput
          label={t('Maximum deposit')}
          description={t('From {{minimum}} to {{maximum}}', range)}
          leftSection={<Text aria-hidden>₹</Text>}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('amount')}
          error={!isValid && t('Please enter an amount from {{minimum}} to {{maximum}}', range)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <SubmitButton
          label={t('Update Settings')}
          pendingLabel={t('Updating...')}
          pending={save.isPending}
          disabled={!isValid}
          mt={{ base: 0, xs: '1.6rem' }}
        />
      </Group>
    </PageForm>
  );
}
