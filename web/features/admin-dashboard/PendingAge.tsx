import { Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PENDING_AGES } from '#contract/dashboards.ts';
import { useFormat } from '../../lib/format.ts';
import { STATES } from '../../ui/states.ts';
import { BarList } from './BarList.tsx';

type Bucket = (typeof PENDING_AGES)[number];

/** The longer people wait, the louder. */
const COLORS: Record<Bucket, string> = {
  hour: STATES.done.tone,
  day: STATES.news.tone,
  threeDays: STATES.warning.tone,
  older: STATES.failed.tone,
};

/** How long the requests that wait have waited. */
export function PendingAge({ ages }: { ages: { bucket: Bucket; count: number }[] }) {
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
    <Paper withBorder p="lg" component="section" aria-labelledby="pending-age">
      <Title order={2} size="h4" id="pending-age" mb="md">
        {t('Age of pending requests')}
      </Title>
      {isEmpty && (
        <Text size="sm" c="dimmed">
          {t('No requests are waiting.')}
        </Text>
      )}
      <BarList
        bars={(isEmpty ? [] : ages).map(({ bucket, count }) => ({
          key: bucket,
          label: labels[bucket],
          value: count,
          figure: number(count),
          color: COLORS[bucket],
        }))}
      />
    </Paper>
  );
}
