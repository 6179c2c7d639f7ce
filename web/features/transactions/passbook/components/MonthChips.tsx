import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TransactionFilters } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { serverNow } from '#web/lib/i18n/server-clock.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { listMonths } from '../model/months.ts';
import classes from './MonthChips.module.css';

type MonthChipsProps = {
  filters: TransactionFilters;
  onChange: (change: Partial<TransactionFilters>) => void;
};

/** The latest months as buttons. The chosen one, clicked again, shows all days. */
export function MonthChips({ filters, onChange }: MonthChipsProps) {
  const { t } = useTranslation();
  const { month, shortMonth } = useFormat();
  return (
    <fieldset className={classes.chips} aria-label={t('Months')}>
      {listMonths(serverNow()).map(({ from, to }) => {
        const isChosen = filters.from === from && filters.to === to;
        return (
          <UnstyledButton
            key={from}
            className={classes.chip}
            aria-pressed={isChosen}
            title={month(dayToDate(from))}
            onClick={() => onChange(isChosen ? { from: undefined, to: undefined } : { from, to })}
          >
            {shortMonth(dayToDate(from))}
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}
