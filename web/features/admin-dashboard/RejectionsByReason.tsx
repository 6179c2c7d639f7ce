import { Group, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Rejections } from '#contract/dashboards.ts';
import { useFormat } from '../../lib/format.ts';
import { STATES } from '../../ui/states.ts';
import { useReasonText } from '../transactions/use-reason-text.ts';
import { BarList } from './BarList.tsx';
import type { ChartDays } from './queries.ts';

type RejectionsByReasonProps = { rejections: Rejections[]; days: ChartDays };

/** Why requests of these days were rejected, the most frequent reason first. */
export function RejectionsByReason({ rejections, days }: RejectionsByReasonProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const textOf = useReasonText();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="by-reason">
      <Group justify="space-between" mb="md" align="baseline">
        <Title order={2} size="h4" id="by-reason">
          {t('Rejections by reason')}
        </Title>
        <Text size="sm" c="dimmed">
          {days === 90 ? t('90 days') : t('30 days')}
        </Text>
      </Group>
      {rejections.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No requests were rejected in this period.')}
        </Text>
      )}
      <BarList
        bars={rejections.map(({ reason, count }) => ({
          key: reason?.en ?? '',
          label: reason ? textOf(reason) : t('Another reason, or none'),
          value: count,
          figure: number(count),
          color: STATES.rejected.tone,
        }))}
      />
    </Paper>
  );
}
