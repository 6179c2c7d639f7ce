import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ListPlaceholder } from '#web/ui/table/ListPlaceholder.tsx';
import { useWork } from '../queries.ts';
import { AdminsAtWork } from './AdminsAtWork.tsx';
import { Failures } from './Failures.tsx';
import { MoneyToday } from './MoneyToday.tsx';
import classes from './Overview.module.css';
import { WaitingRequests } from './WaitingRequests.tsx';

const SKELETON_ROWS = 5;

/** Waiting work, administrators at work, today's money, and failures. */
export function WorkInView() {
  const { t } = useTranslation();
  const work = useWork();
  if (!work.data) {
    return (
      <Paper withBorder p="lg">
        <ListPlaceholder
          query={work}
          failed={t('Failed to fetch admin statistics')}
          rows={SKELETON_ROWS}
        />
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
