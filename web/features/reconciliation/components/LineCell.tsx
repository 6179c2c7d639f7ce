import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StatementLineView } from '#contract/statements/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import classes from './Reconciliation.module.css';

type LineCellProps = { line: StatementLineView };

/** A line of a bank statement: narration, UTR, day and account. */
export function LineCell({ line }: LineCellProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  return (
    <Stack gap={0} className={classes.line}>
      <Text size="sm" lineClamp={2} title={line.narration} className={classes.narration}>
        {line.narration || t('No narration')}
      </Text>
      <Text size="xs" c="dimmed">
        {[date(dayToDate(line.bookedOn)), line.accountName].join(' · ')}
      </Text>
      {line.utr && (
        <Text size="xs" c="dimmed">
          {t('UTR {{utr}}', { utr: line.utr })}
        </Text>
      )}
    </Stack>
  );
}
