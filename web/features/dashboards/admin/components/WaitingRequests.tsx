import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MAX_COUNTED_WORK } from '#contract/dashboards/rules.ts';
import type { OtherWork, WaitingRequests as Waiting, Work } from '#contract/dashboards/schema.ts';
import { DeskAnchor } from '#web/features/review/desk/components/DeskAnchor.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { roughDuration } from '#web/lib/i18n/time.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { Card } from '#web/ui/Card.tsx';
import { IconCheck } from '#web/ui/icons/IconCheck.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { STATES } from '#web/ui/state/states.ts';
import classes from './Overview.module.css';

const SECONDS = 60;
const DONE = `var(--mantine-color-${STATES.done.tone}-text)`;

/** Number, amount and age of what waits for a decision, and how many requests exceed the target time. */
export function WaitingRequests({ work }: { work: Work }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { queue, others, targetMinutes } = work;
  return (
    <Card
      isDense
      title={t('Waiting for a decision')}
      action={
        <Anchor
          data-reached
          component={Link}
          to={paths.admin.requestSettings}
          hash="target"
          size="sm"
          className={classes.above}
        >
          {t('Target: {{duration}}', {
            duration: roughDuration(targetMinutes * SECONDS, language),
          })}
        </Anchor>
      }
    >
      <ul className={classes.rows} data-columns={4}>
        {queue.map((waiting) => (
          <WaitingOfType key={waiting.type} waiting={waiting} />
        ))}
        {others
          .filter(({ oldestAt }) => oldestAt)
          .map((waiting) => (
            <OtherWaiting key={waiting.kind} waiting={waiting} />
          ))}
      </ul>
      <NothingWaiting kinds={others.filter(({ oldestAt }) => !oldestAt)} />
    </Card>
  );
}

function WaitingOfType({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { type, count, amountPaise, oldestAt } = waiting;
  const to = type === 'deposit' ? paths.admin.deposits : paths.admin.withdrawals;
  return (
    <li className={classes.row}>
      <Link to={to}>{type === 'deposit' ? t('Deposits') : t('Withdrawals')}</Link>
      {oldestAt ? (
        <>
          <span className={classes.count}>{number(count)}</span>
          <span className={classes.amount}>
            <Amount paise={amountPaise} />
          </span>
          <Oldest type={type} since={oldestAt} />
          <Promptness waiting={waiting} />
        </>
      ) : (
        <Text size="sm" c="dimmed" className={classes.rest}>
          {t('No requests are waiting.')}
        </Text>
      )}
    </li>
  );
}

/** Returns the name of other work and its list. */
function useOtherWork() {
  const { t } = useTranslation();
  return (kind: OtherWork['kind']) => {
    const kinds = {
      approval: { to: paths.admin.approvals, label: t('Second approvals') },
      verification: { to: paths.admin.verifications, label: t('Verifications') },
      message: { to: paths.admin.messages, label: t('Messages') },
      closure: { to: paths.admin.users, label: t('Closure requests') },
    };
    return { ...kinds[kind], search: kind === 'closure' ? { account: 'closing' } : {} };
  };
}

function OtherWaiting({ waiting: { kind, count, oldestAt } }: { waiting: OtherWork }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { label, ...link } = useOtherWork()(kind);
  return (
    <li className={classes.row}>
      <Link {...link}>{label}</Link>
      <span className={classes.count}>
        {`${number(count)}${count === MAX_COUNTED_WORK ? '+' : ''}`}
      </span>
      <span className={classes.amount} />
      <span className={classes.end} title={t('Oldest request')}>
        {oldestAt && <RelativeTime date={oldestAt} />}
      </span>
    </li>
  );
}

/** The work of which nothing waits, on one line. */
function NothingWaiting({ kinds }: { kinds: OtherWork[] }) {
  const { t } = useTranslation();
  const work = useOtherWork();
  if (kinds.length === 0) return null;
  return (
    <div className={classes.nothing}>
      <Text span size="sm" c="dimmed">
        {t('Nothing pending:')}
      </Text>
      <ul>
        {kinds.map(({ kind }) => {
          const { label, ...link } = work(kind);
          return (
            <li key={kind}>
              <Anchor
                data-reached="row"
                size="sm"
                c="dimmed"
                renderRoot={(props) => <Link {...props} {...link} />}
              >
                {label}
              </Anchor>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The age of the oldest request, which the desk opens first. */
function Oldest({ type, since }: { type: Waiting['type']; since: Date }) {
  const { t } = useTranslation();
  const mayDecide = useCan('requests:decide');
  const age = <RelativeTime date={since} />;
  return (
    <span className={`${classes.end} ${classes.above}`} title={t('Oldest request')}>
      {mayDecide ? <DeskAnchor type={type}>{age}</DeskAnchor> : age}
    </span>
  );
}

/** Shows whether all pending requests are within the target time. */
function Promptness({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { overdue, overdueIsExact } = waiting;
  const isLate = overdue > 0;
  const shown = `${number(overdue)}${overdueIsExact ? '' : '+'}`;
  return (
    <span className={classes.end}>
      {isLate ? (
        <StateBadge state="failed" word={t('Overdue: {{number}}', { number: shown })} />
      ) : (
        <span title={t('Within the target')} className={classes.check}>
          <IconCheck size={16} color={DONE} aria-hidden />
          <VisuallyHidden>{t('Within the target')}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}
