import { Group, Paper, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupees, parseRupees, toDecimal } from '#contract/money.ts';
import { HIGHEST_MAX_DEPOSIT, MIN_DEPOSIT } from '#contract/rules.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useLimits, useSaveMaxDeposit } from './queries.ts';

/** What people can ask for at most, for an administrator to change. */
export function LimitsCard() {
  const { t } = useTranslation();
  const titleId = useId();
  const { data, isPending, isLoadingError, refetch } = useLimits();
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={titleId}>
      <Title order={2} size="h4" id={titleId}>
        {t('Limits')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('How much one deposit may be. Requests already made stay as they are.')}
      </Text>
      {isPending && <Skeleton height={60} maw={420} />}
      {isLoadingError && (
        <ErrorState message={t('Failed to load settings')} onRetry={() => void refetch()} />
      )}
      {data && <MaxDepositForm savedPaise={data.maxDepositPaise} />}
    </Paper>
  );
}

function MaxDepositForm({ savedPaise }: { savedPaise: number }) {
  const { t } = useTranslation();
  /** Undefined until someone types: the field then follows what another administrator saves. */
  const [typed, setTyped] = useState<string>();
  const save = useSaveMaxDeposit(() => setTyped(undefined));
  const amount = typed ?? toDecimal(savedPaise);
  const paise = parseRupees(amount);
  const isValid = paise !== undefined && paise >= MIN_DEPOSIT && paise <= HIGHEST_MAX_DEPOSIT;
  const range = { minimum: formatRupees(MIN_DEPOSIT), maximum: formatRupees(HIGHEST_MAX_DEPOSIT) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) save.mutate({ amount });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="md">
        <TextInput
          label={t('Maximum deposit')}
          description={t('From {{minimum}} to {{maximum}}', range)}
          leftSection={<Text aria-hidden>₹</Text>}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setTyped(event.currentTarget.value)}
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
    </form>
  );
}
