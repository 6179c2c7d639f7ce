import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Failures as Found } from '#contract/dashboards/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { FAILED_MAILS_ID, paths } from '#web/lib/page/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { ListPlaceholder } from '#web/ui/table/ListPlaceholder.tsx';
import { useFailures } from '../queries.ts';
import classes from './Overview.module.css';

const SKELETON_ROWS = 3;

/** Whether deliveries to webhooks, backups, verifications and mails fail, as far as the reader may see it. */
export function Failures() {
  const { t } = useTranslation();
  const failures = useFailures();
  const { data } = failures;
  if (data && !data.webhooks && !data.backups && !data.verification && !data.mails?.failed)
    return null;
  return (
    <Card isDense title={t('Failures')}>
      {data && (
        <ul className={classes.rows} data-wraps>
          {data.webhooks && <Webhooks webhooks={data.webhooks} />}
          {data.backups && <Backups backups={data.backups} />}
          {data.verification && <Verification verification={data.verification} />}
          {data.mails && <Mails mails={data.mails} />}
        </ul>
      )}
      {!data && (
        <ListPlaceholder
          query={failures}
          failed={t('Failed to fetch admin statistics')}
          rows={SKELETON_ROWS}
        />
      )}
    </Card>
  );
}

type Part<Name extends keyof Found> = NonNullable<Found[Name]>;

function Webhooks({ webhooks: { active, failing } }: { webhooks: Part<'webhooks'> }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [first] = failing;
  const since = first?.since;
  const to = first && failing.length === 1 ? paths.admin.webhook(first.id) : paths.admin.webhooks;
  return (
    <li className={classes.row}>
      <Link to={to}>{t('Webhooks')}</Link>
      <Since date={since ?? null} />
      <span className={classes.end}>
        {first ? (
          <StateBadge
            state="failed"
            word={t('Failing: {{number}}', { number: number(failing.length) })}
          />
        ) : (
          <Calm isOn={active > 0} />
        )}
      </span>
    </li>
  );
}

function Backups({ backups }: { backups: Part<'backups'> }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { isOn, completeAt, isLate, missingFiles } = backups;
  return (
    <li className={classes.row}>
      <Link to={paths.admin.audit} search={{ action: 'export.create' }}>
        {t('Backups')}
      </Link>
      <Since date={completeAt} />
      <span className={classes.end}>
        {missingFiles > 0 && (
          <StateBadge
            state="failed"
            word={t('Missing files: {{number}}', { number: number(missingFiles) })}
          />
        )}
        {missingFiles === 0 && isLate && <StateBadge state="failed" word={t('Too old')} />}
        {missingFiles === 0 && !isLate && <Calm isOn={isOn} />}
      </span>
    </li>
  );
}

function Verification({ verification }: { verification: Part<'verification'> }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { isOn, checkedAt, failed, brokenChains } = verification;
  const count = failed.length + brokenChains;
  return (
    <li className={classes.row}>
      <Link to={paths.admin.audit}>{t('Verification of the ledger')}</Link>
      <Since date={checkedAt} />
      <span className={classes.end}>
        {count > 0 ? (
          <StateBadge state="failed" word={t('Broken: {{number}}', { number: number(count) })} />
        ) : (
          <Calm isOn={isOn} />
        )}
      </span>
      {failed.length > 0 && (
        <Text size="xs" lang="en" className={classes.below}>
          {failed.join(' · ')}
        </Text>
      )}
    </li>
  );
}

function Mails({ mails: { isOn, failed } }: { mails: Part<'mails'> }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <li className={classes.row}>
      <Link to={paths.admin.settings} hash={FAILED_MAILS_ID}>
        {t('Emails that were not sent')}
      </Link>
      <Since date={null} />
      <span className={classes.end}>
        {failed > 0 ? <StateBadge state="failed" word={number(failed)} /> : <Calm isOn={isOn} />}
      </span>
    </li>
  );
}

function Since({ date }: { date: Date | null }) {
  return (
    <Text span size="xs" c="dimmed" className={classes.amount}>
      {date && <RelativeTime date={date} />}
    </Text>
  );
}

/** The badge of a part without failures. */
function Calm({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  return isOn ? (
    <StateBadge state="done" word={t('No failures')} />
  ) : (
    <StateBadge state="inactive" word={t('Off')} />
  );
}
