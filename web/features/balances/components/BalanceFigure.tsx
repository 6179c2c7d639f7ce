import { Group, type MantineSize, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { IconArrowDown } from '#web/ui/icons/IconArrowDown.ts';
import { IconArrowUp } from '#web/ui/icons/IconArrowUp.ts';
import { useChange } from '../hooks/use-change.ts';
import type { Change } from '../model.ts';
import classes from './BalanceFigure.module.css';

type BalanceFigureProps = {
  paise: number;
  /** False while the amount is unknown. Unknown amounts are not compared with the next. */
  known: boolean;
  size?: MantineSize;
};

/** A balance that shows the direction of a change for 2 seconds and announces it to screen readers. */
export function BalanceFigure({ paise, known, size = 'xl' }: BalanceFigureProps) {
  const change = useChange(known ? paise : undefined);
  return (
    <>
      <Group
        component="span"
        gap="2xs"
        wrap="nowrap"
        className={classes.figure}
        data-change={change}
        data-testid="balance-figure"
      >
        {change && <ChangeArrow change={change} />}
        <Amount paise={paise} size={size} fw={700} c="inherit" />
      </Group>
      <VisuallyHidden role="status">
        <ChangeText change={change} paise={paise} />
      </VisuallyHidden>
    </>
  );
}

function ChangeArrow({ change }: { change: Change }) {
  const Arrow = change === 'up' ? IconArrowUp : IconArrowDown;
  return <Arrow className={classes.arrow} aria-hidden data-arrow={change} />;
}

function ChangeText({ change, paise }: { change: Change | undefined; paise: number }) {
  const { t } = useTranslation();
  if (!change) return null;
  const amount = formatRupees(paise);
  return change === 'up'
    ? t('Your balance went up to {{amount}}', { amount })
    : t('Your balance went down to {{amount}}', { amount });
}
