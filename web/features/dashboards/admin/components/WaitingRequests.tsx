import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingRequests as Waiting } from '#contract/dashboards/schema.ts';
import { DeskAnchor } from '#web/features/review/desk/components/DeskAnchor.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { roughDuration } from '#web/lib/i18n/time.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { Card } from '#web/ui/Card.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import classes from './AdminDashboard.module.css';

const SECONDS = 60;

type WaitingRequestsProps = { queue: Waiting[]; targetMinutes: number };

/** Number and amount of pending requests, the age of the oldest, and how many exceed the target time. */
export function WaitingRequests({ queue, targetMinutes }: WaitingRequestsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Card
      title={t('Waiting for a decision')}
      action={
        <Anchor component={Link} to={paths.admin.settings} size="sm">
          {t('Target: {{duration}}', {
            duration: roughDuration(targetMinutes * SECONDS, language),
          })}
        </Anchor>
      }
    >
      <Stack gap="lg">
        {queue.map((waiting) => (
          <WaitingOfType key={waiting.type} waiting={waiting} />
        ))}
      </Stack>
    </Card>
  );
}

function WaitingOfType({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { type, count, amountPaise, oldestAt } = waiting;
  return (
    <div>
      <Group justify="space-between" mb="2xs" gap="xs">
        <DeskAnchor type={type}>{type === 'deposit' ? t('Deposits') : t('Withdrawals')}</DeskAnchor>
        <Promptness waiting={waiting} />
      </Group>
      {oldestAt ? (
        <dl className={classes.facts}>
          <Fact label={t('Requests')}>{number(count)}</Fact>
          <Fact label={t('Amount')}>
            <Amount paise={amountPaise} />
          </Fact>
          <Fact label={t('Oldest request')}>
            <RelativeTime date={oldestAt} />
          </Fact>
        </dl>
      ) : (
        <Text size="sm" c="dimmed">
          {t('No requests are waiting.')}
        </Text>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" size="sm" fw={600} m={0}>
        {children}
      </Text>
    </div>
  );
}

/** Shows whether all pending requests are within the target time. */
function Promptness({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { oldestAt, overdue, overdueIsExact } = waiting;
  if (!oldestAt) return null;
  const isLate = overdue > 0;
  const shown = `${number(overdue)}${overdueIsExact ? '' : '+'}`;
  return isLate ? (
    <StateBadge state="failed" word={t('Overdue: {{number}}', { number: shown })} />
  ) : (
    <StateBadge state="done" word={t('Within the target')} />
  );
}
