import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Work } from '#contract/dashboards/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { Card } from '#web/ui/Card.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { type Colleague, colleaguesOf } from '../model/colleagues.ts';
import classes from './Overview.module.css';

const SHOWN = 6;

/** The administrators who are active now or decided today: when they were seen, and what they decided. */
export function AdminsAtWork({ work }: { work: Work }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const colleagues = colleaguesOf(work);
  return (
    <Card isDense title={t('Administrators at work')}>
      <ul className={classes.rows} data-columns={3}>
        {colleagues.slice(0, SHOWN).map((colleague) => (
          <Row key={colleague.userId ?? ''} colleague={colleague} day={work.day} />
        ))}
      </ul>
      {work.decidedToday.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No requests have been decided today.')}
        </Text>
      )}
      {colleagues.length > SHOWN && (
        <Text size="sm" c="dimmed">
          {t('More: {{number}}', { number: number(colleagues.length - SHOWN) })}
        </Text>
      )}
    </Card>
  );
}

function Row({ colleague, day }: { colleague: Colleague; day: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { userId, userName, lastSeenAt, claimed, approved, rejected } = colleague;
  const decided = t('{{approved}} approved, {{rejected}} rejected', {
    approved: number(approved),
    rejected: number(rejected),
  });
  return (
    <li className={classes.row}>
      {userId ? (
        <WorkLink userId={userId} name={userName ?? ''} day={day} />
      ) : (
        <span>{t('Deleted user')}</span>
      )}
      <span className={classes.end}>
        {claimed > 0 && (
          <StateBadge state="news" word={t('Reviewing: {{number}}', { number: number(claimed) })} />
        )}
      </span>
      <Text span inherit c="dimmed" className={classes.amount}>
        {lastSeenAt && <RelativeTime date={lastSeenAt} />}
      </Text>
      <span className={classes.end}>{approved + rejected > 0 && decided}</span>
    </li>
  );
}

/** Leads to the records of the administrator's day, or to the account if the reader may not see these. */
function WorkLink({ userId, name, day }: { userId: string; name: string; day: string }) {
  const mayAudit = useCan('audit:read');
  return mayAudit ? (
    <Link to={paths.admin.audit} search={{ actor: userId, from: day, to: day }}>
      {name}
    </Link>
  ) : (
    <Link to={paths.admin.user(userId)}>{name}</Link>
  );
}
