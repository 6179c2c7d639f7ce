import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskRequest, PastRequests } from '#contract/review/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { toShownStatus } from '#contract/transactions/states.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import classes from './Desk.module.css';

/** The person behind a request: account age, balance, and the outcome of earlier requests. */
export const DeskHistory = memo(function DeskHistory({ facts }: { facts: DeskRequest }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { person, deposits, withdrawals } = facts;
  const held = person.heldPaise;
  const about = [
    { label: t('Member Since'), value: date(person.since) },
    { label: t('Current Balance'), value: formatRupees(person.balancePaise) },
    ...(held > 0
      ? [
          { label: t('On hold'), value: formatRupees(held) },
          { label: t('Available'), value: formatRupees(person.balancePaise - held) },
        ]
      : []),
  ];
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="desk-history">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs" align="baseline">
          <Title order={3} size="h5" id="desk-history">
            {t('History of the user')}
          </Title>
          <Anchor
            data-reached
            size="sm"
            renderRoot={(props) => <Link {...props} to={paths.admin.user(person.id)} />}
          >
            {t('Full history')}
          </Anchor>
        </Group>
        <dl className={classes.about}>
          {about.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt> <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Past title={t('Deposits')} past={deposits} />
        {(facts.request.type === 'withdrawal' || withdrawals.last.length > 0) && (
          <Past title={t('Withdrawals')} past={withdrawals} />
        )}
        {!facts.isWholeHistory && (
          <Text size="xs" c="dimmed">
            {t('Only the newest 500 transactions are counted.')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
});

function Past({ title, past }: { title: string; past: PastRequests }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { approved, rejected, averagePaise, last } = past;
  return (
    <Stack gap="2xs">
      <Text size="sm" c="dimmed">
        <Text span inherit fw={600} c="var(--mantine-color-text)">
          {title}
        </Text>{' '}
        {t('{{approved}} approved, {{rejected}} rejected', {
          approved: number(approved),
          rejected: number(rejected),
        })}
        {averagePaise !== null &&
          ` · ${t('{{average}} on average', { average: formatRupees(averagePaise) })}`}
      </Text>
      {last.length > 0 && (
        <ul className={classes.past}>
          {last.map((request) => (
            <li key={request.id}>
              <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap">
                <Text size="sm" c="dimmed">
                  <RelativeTime date={request.createdAt} />
                </Text>
                <Group justify="flex-end" gap="2xs">
                  <Amount paise={request.amountPaise} size="sm" />
                  <StateBadge state={toShownStatus(request)} />
                </Group>
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
