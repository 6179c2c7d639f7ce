import { Group, NavLink, Paper, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import type { Icon } from '#web/ui/icons/draw-icon.tsx';
import { IconArrowDownLeft } from '#web/ui/icons/IconArrowDownLeft.ts';
import { IconBuildingBank } from '#web/ui/icons/IconBuildingBank.ts';
import { IconChevronRight } from '#web/ui/icons/IconChevronRight.ts';
import { IconDeviceMobileDown } from '#web/ui/icons/IconDeviceMobileDown.ts';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { StateIcon } from '#web/ui/state/StateIcon.tsx';
import { useBankAccounts } from '../../bank-accounts/queries.ts';
import { useInstall } from '../../installations/use-install.ts';
import { useOwnCounts } from '../queries.ts';
import classes from './Dashboard.module.css';

const HINT_MS = 12_000;

/** Setup steps for new users. Hidden when all are done, and until their state is known. */
export function StartGuide() {
  const { t } = useTranslation();
  const { data: accounts, isPending: areAccountsPending } = useBankAccounts();
  const { data: counts, isPending: areCountsPending } = useOwnCounts();
  const { way, install } = useInstall({ hintMs: HINT_MS });
  if (areAccountsPending || areCountsPending) return <LoadingPart />;
  if (!accounts || !counts) return null;
  const [hasAccount, hasMoved] = [accounts.length > 0, counts.totalTransactions > 0];
  const canInstall = way === 'prompt' || way === 'ios';
  if (hasAccount && hasMoved && !canInstall) return null;
  const [account, deposit] = [t('Add a bank account'), t('Make your first deposit')];
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="start-guide-title">
      <Title order={2} size="h4" id="start-guide-title" mb="xs">
        {t('Getting started')}
      </Title>
      <ol className={classes.guide}>
        <li>
          {hasAccount ? (
            <Done label={account} />
          ) : (
            <NavLink
              component={Link}
              to={paths.user.bankAccounts}
              {...stepOf(IconBuildingBank, account)}
            />
          )}
        </li>
        <li>
          {hasMoved ? (
            <Done label={deposit} />
          ) : (
            <NavLink
              component={Link}
              to={paths.user.deposit}
              {...stepOf(IconArrowDownLeft, deposit)}
            />
          )}
        </li>
        {canInstall && (
          <li>
            <NavLink
              component="button"
              type="button"
              onClick={install}
              {...stepOf(IconDeviceMobileDown, t('Install app'))}
            />
          </li>
        )}
      </ol>
    </Paper>
  );
}

function stepOf(StepIcon: Icon, label: string) {
  return {
    label,
    className: classes.step,
    leftSection: (
      <ThemeIcon variant="light" size="lg" radius="xl" aria-hidden>
        <StepIcon size={18} />
      </ThemeIcon>
    ),
    rightSection: <IconChevronRight size={16} aria-hidden />,
  };
}

function Done({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <Group gap="sm" wrap="nowrap" className={classes.done}>
      <StateIcon state="done" />
      <Text size="sm" c="dimmed" td="line-through">
        {label}
      </Text>
      <VisuallyHidden>{t('Done')}</VisuallyHidden>
    </Group>
  );
}
