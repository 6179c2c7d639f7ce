import { ActionIcon, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../ui/Amount.tsx';
import { BalanceError } from './BalanceError.tsx';
import { BalanceFigure } from './BalanceFigure.tsx';
import { Hideable } from './Hideable.tsx';
import classes from './OwnBalance.module.css';
import { useWallet } from './queries.ts';
import { useHiddenBalance } from './use-hidden-balance.ts';

/** What a person has, and what of it waits for a decision; hidden where others can look on. */
export function OwnBalance() {
  const { t } = useTranslation();
  const wallet = useWallet();
  const [isHidden, hide] = useHiddenBalance();
  const Eye = isHidden ? IconEye : IconEyeOff;
  if (wallet.isError) return <BalanceError onRetry={wallet.refetch} />;
  return (
    <Paper withBorder className={classes.balance} data-fills>
      <Group gap="xl" align="flex-start" wrap="wrap">
        <Figure label={t('Balance')}>
          {wallet.isLoading ? (
            <Skeleton className={classes.skeleton} />
          ) : (
            <Hideable label={t('Balance hidden')}>
              <BalanceFigure paise={wallet.balancePaise} known />
            </Hideable>
          )}
        </Figure>
        {wallet.heldPaise > 0 && (
          <Figure label={t('On hold')}>
            <Hideable label={t('Amount hidden')}>
              <Amount paise={wallet.heldPaise} />
            </Hideable>
          </Figure>
        )}
      </Group>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xl"
        aria-label={isHidden ? t('Show balance') : t('Hide balance')}
        onClick={() => hide(!isHidden)}
      >
        <Eye size={21} stroke={1.75} />
      </ActionIcon>
    </Paper>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap="3xs">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <div className={classes.figure}>{children}</div>
    </Stack>
  );
}
