import { Divider, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_WITHDRAWAL } from '#contract/withdrawals/rules.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { Card } from '#web/ui/Card.tsx';
import { BalanceError } from '../../balances/components/BalanceError.tsx';
import { BalanceFigure } from '../../balances/components/BalanceFigure.tsx';
import type { Wallet } from '../../balances/queries.ts';
import { useProcessingTime } from '../../transactions/hooks/use-processing-time.ts';
import { PROCESSING_FEE_PAISE, receivedPaise } from '../model/withdrawal-form.ts';

type WithdrawalSummaryProps = { wallet: Wallet; amount: string };

/** Available balance, fee, and amount received at the bank. */
export function WithdrawalSummary({ wallet, amount }: WithdrawalSummaryProps) {
  const { t } = useTranslation();
  const processingTime = useProcessingTime();
  return (
    <Card title={t('Withdrawal Summary')}>
      <Stack gap="sm" data-in-order>
        <WalletLines wallet={wallet} />
        <Divider />
        <Line label={t('Minimum withdrawal')}>
          <Amount paise={MIN_WITHDRAWAL} />
        </Line>
        <Line label={t('Processing fee')}>
          <Amount paise={PROCESSING_FEE_PAISE} />
        </Line>
        <Divider />
        <Line label={t('Amount you receive')} isStrong>
          <Amount paise={receivedPaise(amount) ?? 0} fw={700} size="lg" />
        </Line>
        <Text size="xs" c="dimmed" mih="1lh">
          {processingTime.fact}
        </Text>
      </Stack>
    </Card>
  );
}

function WalletLines({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation();
  if (wallet.isLoading) {
    return (
      <Line label={t('Balance')}>
        <Skeleton height="1.75rem" width="8rem" />
      </Line>
    );
  }
  return (
    <>
      <Line label={t('Balance')}>
        <BalanceFigure paise={wallet.balancePaise} known={!wallet.isError} />
      </Line>
      {wallet.heldPaise > 0 && (
        <>
          <Line label={t('On hold')}>
            <Amount paise={wallet.heldPaise} />
          </Line>
          <Line label={t('Available')}>
            <Amount paise={wallet.availablePaise} fw={600} />
          </Line>
        </>
      )}
      {wallet.isError && <BalanceError onRetry={wallet.refetch} />}
    </>
  );
}

type LineProps = { label: string; isStrong?: boolean; children: ReactNode };

function Line({ label, isStrong = false, children }: LineProps) {
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Text size="sm" c={isStrong ? undefined : 'dimmed'} fw={isStrong ? 600 : undefined}>
        {label}
      </Text>
      <div>{children}</div>
    </Group>
  );
}
