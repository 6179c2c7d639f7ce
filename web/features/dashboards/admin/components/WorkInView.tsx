import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/api/errors.ts';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { useWork } from '../queries.ts';
import { AdminsAtWork } from './AdminsAtWork.tsx';
import { Failures } from './Failures.tsx';
import { MoneyToday } from './MoneyToday.tsx';
import classes from './Overview.module.css';
import { WaitingRequests } from './WaitingRequests.tsx';

const SKELETON_ROWS = 5;

/** What waits, who works, today's money, and what failed. */
export function WorkInView() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const work = useWork();
  if (!work.data) {
    return (
      <Paper withBorder p="lg">
        {work.isError ? (
          <ErrorState
            message={errorText(work.error, t('Failed to fetch admin statistics'))}
            error={work.error}
            onRetry={() => void work.refetch()}
          />
        ) : (
          <ListSkeleton rows={SKELETON_ROWS} />
        )}
      </Paper>
    );
  }
  return (
    <div className={classes.overview}>
      <div className={classes.column}>
        <WaitingRequests work={work.data} />
        <AdminsAtWork work={work.data} />
      </div>
      <div className={classes.column}>
        <MoneyToday work={work.data} />
        <Failures />
      </div>
    </div>
  );
}
