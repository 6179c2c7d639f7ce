import { ActionIcon, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveHint, useHint } from '../../lib/use-hint.ts';
import { Amount } from '../../ui/Amount.tsx';
import { BalanceError } from './BalanceError.tsx';
import { BalanceFigure } from './BalanceFigure.tsx';
import { useWallet } from './queries.ts';
import classes from './WelcomeBalance.module.css';

/** Kept on this device: who hides their money from those around them does so everywhere there. */
const HIDDEN = 'balance-hidden';

/** What a person has, and what of it waits for a decision; hidden where others can look on. */
export function WelcomeBalance() {
  const { t } = useTranslation();
  const wallet = useWallet();
  const isHidden = useHint(HIDDEN) === 'true';
  const Eye = isHidden ? IconEye : IconEyeOff;
  if (wallet.isError) return <BalanceError onRetry={wallet.refetch} />;
  return (
    <Paper withBorder className={classes.balance}>
      <Group gap="xl" align="flex-start" wrap="wrap">
        <Figure label={t('Balance')}>
          {wallet.isLoading ? (
            <Skeleton className={classes.skeleton} />
          ) : isHidden ? (
            <Hidden label={t('Balance hidden')} />
          ) : (
            <BalanceFigure paise={wallet.balancePaise} known />
          )}
        </Figure>
        {wallet.heldPaise > 0 && (
          <Figure label={t('On hold')}>
            {isHidden ? <Hidden label={t('Amount hidden')} /> : <Amount paise={wallet.heldPaise} />}
          </Figure>
        )}
      </Group>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xl"
        aria-label={isHidden ? t('Show balance') : t('Hide balance')}
        onClick={() => saveHint(HIDDEN, String(!isHidden))}
      >
        <Eye size={21} stroke={1.75} />
      </ActionIcon>
    </Paper>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <div className={classes.figure}>{children}</div>
    </Stack>
  );
}

function Hidden({ label }: { label: string }) {
  return (
    <span role="img" aria-label={label}>
      ••••••
    </span>
  );
}
