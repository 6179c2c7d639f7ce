import { Group, type MantineSize, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { IconArrowDown } from '#web/ui/icons/IconArrowDown.ts';
import { IconArrowUp } from '#web/ui/icons/IconArrowUp.ts';
import { type Change, changeBetween } from '../model.ts';
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

const HIGHLIGHT_MS = 2000;

/**
 * Returns the direction of a change for 2 seconds. Pass undefined while the amount is unknown; the next known
 * amount is compared with the last known one.
 */
function useChange(paise: number | undefined): Change | undefined {
  const [known, setKnown] = useState(paise);
  const [change, setChange] = useState<{ way: Change }>();

  if (paise !== undefined && paise !== known) {
    const way = changeBetween(known, paise);
    setKnown(paise);
    // A new object restarts the 2 seconds even if the direction is the same.
    if (way) setChange({ way });
  }

  useEffect(() => {
    if (!change) return;
    const timer = setTimeout(() => setChange(undefined), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [change]);

  return change?.way;
}
