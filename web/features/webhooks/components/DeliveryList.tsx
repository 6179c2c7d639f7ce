import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '#contract/webhooks/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { useDeliveryLabels } from '../hooks/use-event-labels.ts';
import { useResultText } from '../hooks/use-result-text.ts';
import { useDeliveries } from '../queries.ts';

type OnView = (delivery: Delivery) => void;
type RowProps = { delivery: Delivery };

/** Sent and pending deliveries of a webhook, newest first. */
export function DeliveryList({ webhook, onView }: { webhook: Webhook; onView: OnView }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const deliveries = useDeliveries(webhook.id);
  return (
    <PagedTable
      tableFrom={MANY_COLUMNS}
      query={deliveries}
      failed={errorText(deliveries.error, t('Failed to load deliveries'))}
      outdated={t('Failed to load deliveries')}
      caption={t('Deliveries')}
      columns={useColumns(onView)}
      rowKey={({ id }) => id}
      card={(delivery) => <DeliveryCard delivery={delivery} onView={onView} />}
      empty={
        <EmptyState
          picture="records"
          title={t('Nothing has been sent yet')}
          description={t('Deliveries of the last 30 days appear here.')}
        />
      }
    />
  );
}

function useColumns(onView: OnView): Column<Delivery>[] {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  return [
    { key: 'event', header: t('Event'), cell: (row) => <Event delivery={row} /> },
    { key: 'date', header: t('Date'), cell: ({ createdAt }) => dateTime(createdAt) },
    { key: 'state', header: t('Status'), cell: (row) => <State delivery={row} /> },
    { key: 'tries', header: t('Attempts'), cell: ({ attempts }) => number(attempts) },
    { key: 'result', header: t('Last attempt'), cell: (row) => <Result delivery={row} /> },
    {
      key: 'next',
      header: t('Next attempt'),
      cell: ({ nextAt }) => (nextAt ? dateTime(nextAt) : '—'),
    },
    {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      cell: (row) => <ViewButton delivery={row} onView={onView} size="compact-sm" />,
    },
  ];
}

function Event({ delivery: { type } }: RowProps) {
  const labels = useDeliveryLabels();
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500}>
        {labels[type]}
      </Text>
      <Text size="xs" c="dimmed">
        {type}
      </Text>
    </Stack>
  );
}

export function State({ delivery: { state } }: { delivery: Pick<Delivery, 'state'> }) {
  const { t } = useTranslation();
  const words = { delivered: t('Delivered'), pending: t('Waiting'), failed: t('Failed') };
  return <StateBadge state={state === 'delivered' ? 'done' : state} word={words[state]} />;
}

function Result({ delivery }: RowProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const resultText = useResultText();
  const { lastMs } = delivery;
  return (
    <Stack gap={0}>
      <Text size="sm">{resultText(delivery) ?? '—'}</Text>
      {lastMs !== null && (
        <Text size="xs" c="dimmed">
          {t('{{number}} ms', { number: number(lastMs) })}
        </Text>
      )}
    </Stack>
  );
}

type ViewButtonProps = RowProps & { onView: OnView; size: 'compact-sm' | 'sm' };

function ViewButton({ delivery, onView, size }: ViewButtonProps) {
  const { t } = useTranslation();
  const labels = useDeliveryLabels();
  return (
    <Button
      variant="default"
      size={size}
      aria-label={t('Details of {{event}}', { event: labels[delivery.type] })}
      onClick={() => onView(delivery)}
    >
      {t('Details')}
    </Button>
  );
}

function DeliveryCard({ delivery, onView }: RowProps & { onView: OnView }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { createdAt, nextAt } = delivery;
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Event delivery={delivery} />
        <State delivery={delivery} />
      </Group>
      <Text size="sm" c="dimmed">
        {dateTime(createdAt)}
      </Text>
      <Result delivery={delivery} />
      {nextAt && (
        <Text size="sm" c="dimmed">
          {t('Next attempt: {{date}}', { date: dateTime(nextAt) })}
        </Text>
      )}
      <ViewButton delivery={delivery} onView={onView} size="sm" />
    </Stack>
  );
}
