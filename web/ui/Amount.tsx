import { Text, type TextProps, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import classes from './Amount.module.css';
import { STATES } from './state/states.ts';

type AmountProps = TextProps & {
  paise: number | bigint;
  /** Money in is green with a plus, money out red with a minus. Without a direction, the amount is plain. */
  direction?: 'in' | 'out';
  /** The money was not transferred: shows the amount dimmed in either direction. */
  isVoid?: boolean;
};

export function Amount({ paise, direction, isVoid, ...props }: AmountProps) {
  const { t } = useTranslation();
  const amount = formatRupees(paise);
  if (!direction) {
    return (
      <Text
        component="span"
        inherit={!props.size}
        className={classes.amount}
        data-amount
        {...props}
      >
        {amount}
      </Text>
    );
  }
  const isIn = direction === 'in';
  const { tone } = isIn ? STATES.moneyIn : STATES.moneyOut;
  return (
    <Text
      component="span"
      inherit={!props.size}
      c={isVoid ? 'dimmed' : `var(--mantine-color-${tone}-text)`}
      fw={isVoid ? 400 : 600}
      className={classes.amount}
      data-amount
      {...props}
    >
      <VisuallyHidden>{isIn ? t('Money in') : t('Money out')}: </VisuallyHidden>
      <span>{`${isIn ? '+' : '-'}${amount}`}</span>
    </Text>
  );
}
