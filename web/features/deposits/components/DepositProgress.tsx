import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconCheck } from '#web/ui/icons/IconCheck.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import type { DepositState } from '../hooks/use-deposit.ts';
import { amountProblemOf, type DepositBounds } from '../model/deposit-form.ts';
import classes from './DepositProgress.module.css';

type DepositProgressProps = { deposit: DepositState; bounds: DepositBounds };

/** The steps of a deposit, which stay visible while a phone scrolls from the code to the form. */
export function DepositProgress({ deposit, bounds }: DepositProgressProps) {
  const { t } = useTranslation();
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  if (isWide) return null;
  const { amount, receipt } = deposit.form.values;
  const steps = [
    { label: t('Amount'), isDone: amount !== '' && !amountProblemOf(amount, bounds) },
    { label: t('Receipt'), isDone: receipt !== null },
    { label: t('Submit', { context: 'step' }), isDone: deposit.sending !== undefined },
  ];
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol className={classes.steps} aria-label={t('Steps')}>
      {steps.map(({ label, isDone }, index) => (
        <li
          key={label}
          className={classes.step}
          data-done={isDone || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={classes.sign} aria-hidden>
            {isDone ? <IconCheck size={12} /> : index + 1}
          </span>
          {label}
          {isDone && <VisuallyHidden>, {t('Done')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
