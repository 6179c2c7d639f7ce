import { Paper } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Work } from '#contract/dashboards/schema.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ListPlaceholder } from '#web/ui/table/ListPlaceholder.tsx';
import { useWork } from '../queries.ts';
import { AdminsAtWork } from './AdminsAtWork.tsx';
import { Failures } from './Failures.tsx';
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

/** Money that was approved since midnight in India. */
function MoneyToday({ work: { today, day } }: { work: Work }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Card isDense title={t('Approved today')}>
      <ul className={classes.rows}>
        {today.map(({ type, count, amountPaise }) => (
          <li key={type} className={classes.row}>
            <ApprovalsLink type={type} day={day} />
            <span className={classes.count}>{number(count)}</span>
            <span className={classes.end}>
              <Amount paise={amountPaise} direction={type === 'deposit' ? 'in' : 'out'} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ApprovalsLink({ type, day }: { type: TransactionType; day: string }) {
  const { t } = useTranslation();
  return (
    <Link to={paths.admin.transactions} search={{ type, status: 'approved', approvedOn: day }}>
      {type === 'deposit' ? t('Deposits') : t('Withdrawals')}
    </Link>
  );
}
