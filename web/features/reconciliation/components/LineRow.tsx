import { useTranslation } from 'react-i18next';
import type { StatementLineView } from '#contract/statements/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { RowLine } from '#web/ui/table/RowControls.tsx';
import classes from './Reconciliation.module.css';

/** A line of a bank statement in a list, on two lines. Dialogs show it in full. */
export function LineRow({ line }: { line: StatementLineView }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { narration, utr, bookedOn, accountName } = line;
  const facts = [date(dayToDate(bookedOn)), accountName];
  return (
    <div className={classes.facts}>
      <RowLine width="100%">{narration || t('No narration')}</RowLine>
      <RowLine isSmall width="100%">
        {[...(utr ? [t('UTR {{utr}}', { utr })] : []), ...facts].join(' · ')}
      </RowLine>
    </div>
  );
}
