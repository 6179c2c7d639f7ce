import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PENDING_AGES, Rejections } from '#contract/dashboards/schema.ts';
import { useReasonText } from '#web/features/transactions/hooks/use-reason-text.ts';
import { useTranslated } from '#web/features/translations/use-translated.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { STATES } from '#web/ui/state/states.ts';
import { ListPlaceholder } from '#web/ui/table/ListPlaceholder.tsx';
import { type ChartDays, useCharts } from '../queries.ts';
import { BarCard } from './BarCard.tsx';
import { DailyMoney } from './DailyMoney.tsx';

const SKELETON_ROWS = 5;

export default function Charts() {
  const { t } = useTranslation();
  const [days, setDays] = useState<ChartDays>(30);
  const charts = useCharts(days);
  if (!charts.data) {
    return (
      <Paper withBorder p="lg">
        <ListPlaceholder
          query={charts}
          failed={t('Failed to fetch transaction statistics')}
          rows={SKELETON_ROWS}
        />
      </Paper>
    );
  }
  return (
    <>
      <DailyMoney daily={charts.data.daily} days={days} onDays={setDays} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <PendingAge ages={charts.data.pendingAge} />
        <DepositsBySource sources={charts.data.bySource} days={days} />
      </SimpleGrid>
      <RejectionsByReason rejections={charts.data.byReason} days={days} />
    </>
  );
}

type RejectionsByReasonProps = { rejections: Rejections[]; days: ChartDays };

function RejectionsByReason({ rejections, days }: RejectionsByReasonProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const textOf = useReasonText();
  return (
    <BarCard
      title={t('Rejections by reason')}
      days={days}
      empty={t('No requests were rejected in this period.')}
      bars={rejections.map(({ reason, count }) => ({
        key: reason?.en ?? '',
        label: reason ? textOf(reason) : t('Another reason, or none'),
        value: count,
        figure: number(count),
        color: STATES.rejected.tone,
      }))}
    />
  );
}

type Source = {
  sourceId: string | null;
  sourceName: string | null;
  count: number;
  amountPaise: bigint;
};

/** Approved deposits by source, largest amount first. */
function DepositsBySource({ sources, days }: { sources: Source[]; days: ChartDays }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const names = useTranslated(sources.map(({ sourceName }) => sourceName ?? ''));
  return (
    <BarCard
      title={t('Deposits by source')}
      days={days}
      empty={t('No deposits were approved in this period.')}
      bars={sources.map(({ sourceId, count, amountPaise }, index) => ({
        key: sourceId ?? '',
        label: names[index] || t('No source'),
        value: amountPaise,
        figure: (
          <>
            <Amount paise={amountPaise} />{' '}
            <Text span size="xs" c="dimmed" fw={400}>
              × {number(count)}
            </Text>
          </>
        ),
      }))}
    />
  );
}

type Bucket = (typeof PENDING_AGES)[number];

/** Stronger colours for longer waiting times. */
const COLORS: Record<Bucket, string> = {
  hour: STATES.done.tone,
  day: STATES.news.tone,
  threeDays: STATES.warning.tone,
  older: STATES.failed.tone,
};

/** Number of pending requests by age. */
function PendingAge({ ages }: { ages: { bucket: Bucket; count: number }[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const labels: Record<Bucket, string> = {
    hour: t('Less than an hour'),
    day: t('Less than a day'),
    threeDays: t('Less than three days'),
    older: t('Three days or more'),
  };
  const isEmpty = ages.every(({ count }) => count === 0);
  return (
    <BarCard
      title={t('Age of pending requests')}
      empty={t('No requests are waiting.')}
      bars={(isEmpty ? [] : ages).map(({ bucket, count }) => ({
        key: bucket,
        label: labels[bucket],
        value: count,
        figure: number(count),
        color: COLORS[bucket],
      }))}
    />
  );
}
