import { ActionIcon, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '#web/lib/api/use-is-online.ts';
import { readLastSeen, rememberBalance } from '#web/lib/session/last-seen.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { IconEye } from '#web/ui/icons/IconEye.ts';
import { IconEyeOff } from '#web/ui/icons/IconEyeOff.ts';
import { AsOf } from '#web/ui/LastSeen.tsx';
import { useWallet, type Wallet } from '../queries.ts';
import { useHiddenBalance } from '../use-hidden-balance.ts';
import { BalanceError } from './BalanceError.tsx';
import { BalanceFigure } from './BalanceFigure.tsx';
import { Hideable } from './Hideable.tsx';
import classes from './OwnBalance.module.css';

/** From ₹100 crore, an amount needs a smaller font on a phone. */
const LONG_PAISE = 100_000_000_000;

type OwnBalanceProps = {
  /** Without a card, for the header of a page. */
  isPlain?: boolean;
};

/** The user's balance and held amount; can be hidden from onlookers. */
export function OwnBalance({ isPlain = false }: OwnBalanceProps) {
  const { t } = useTranslation();
  const current = useWallet();
  useRememberedBalance(current);
  const isOnline = useIsOnline();
  const isRefreshing = isOnline && current.isLoading;
  // In a header, its time would need a line until the balance is known.
  const wallet = isPlain && isRefreshing ? current : withLastSeen(current);
  const isOld = !isOnline || current.isLoading;
  const [isHidden, hide] = useHiddenBalance();
  const Eye = isHidden ? IconEye : IconEyeOff;
  if (wallet.isError) return <BalanceError onRetry={wallet.refetch} />;
  return (
    <Paper
      className={classes.balance}
      data-plain={isPlain || undefined}
      data-fills={!isPlain || undefined}
    >
      <Group gap="xl" align="flex-start" wrap="wrap" className={classes.figures}>
        <Figure label={t('Balance')} note={isOld && wallet.seenAt && <AsOf date={wallet.seenAt} />}>
          {wallet.isLoading ? (
            <Skeleton className={classes.skeleton} />
          ) : (
            <Hideable label={t('Balance hidden')}>
              <BalanceFigure
                paise={wallet.balancePaise}
                known={!current.isLoading}
                size={sizeOf(wallet.balancePaise, isPlain)}
              />
            </Hideable>
          )}
        </Figure>
        {/* Until then, its place has the time of the last known balance. */}
        {wallet.heldPaise > 0 && !isPlain && !isRefreshing && (
          <Figure label={t('On hold')}>
            <Hideable label={t('Amount hidden')}>
              <Amount paise={wallet.heldPaise} />
            </Hideable>
          </Figure>
        )}
      </Group>
      <ActionIcon
        variant="subtle"
        color={isPlain ? 'gray' : 'white'}
        size="xl"
        aria-label={isHidden ? t('Show balance') : t('Hide balance')}
        onClick={() => hide(!isHidden)}
      >
        <Eye size={20} />
      </ActionIcon>
    </Paper>
  );
}

/** Stores the balance in this browser for times when it cannot be fetched. */
function useRememberedBalance({ balancePaise, heldPaise, seenAt, isError }: Wallet): void {
  const userId = useSession().user.id;
  const seenMs = isError ? undefined : seenAt?.getTime();
  useEffect(() => {
    if (seenMs === undefined) return;
    rememberBalance(userId, { seenAt: new Date(seenMs), balancePaise, heldPaise });
  }, [userId, balancePaise, heldPaise, seenMs]);
}

/** Returns the wallet, or the stored one until it has been fetched. */
function withLastSeen(wallet: Wallet): Wallet {
  const seen = wallet.isLoading ? readLastSeen()?.balance : undefined;
  return seen ? { ...wallet, ...seen, isLoading: false } : wallet;
}

function sizeOf(paise: number, isPlain: boolean) {
  if (Math.abs(paise) >= LONG_PAISE) return isPlain ? 'xs' : 'md';
  return isPlain ? 'md' : 'xl';
}

type FigureProps = { label: string; note?: ReactNode; children: ReactNode };

function Figure({ label, note, children }: FigureProps) {
  return (
    <Stack gap="3xs">
      <Group gap="2xs" className={classes.heading}>
        <Text size="sm" c="dimmed" className={classes.label}>
          {label}
        </Text>
        {note}
      </Group>
      <div className={classes.figure}>{children}</div>
    </Stack>
  );
}
