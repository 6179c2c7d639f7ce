import { Paper, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPlaceholder } from '#web/ui/table/ListPlaceholder.tsx';
import { type ChartDays, useCharts } from '../queries.ts';
import { DailyMoney } from './DailyMoney.tsx';
import { DepositsBySource } from './DepositsBySource.tsx';
import { PendingAge } from './PendingAge.tsx';
import { RejectionsByReason } from './RejectionsByReason.tsx';

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
