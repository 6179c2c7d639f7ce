import { useTranslation } from 'react-i18next';
import type { PENDING_AGES } from '#contract/dashboards/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { STATES } from '#web/ui/state/states.ts';
import { BarCard } from './BarCard.tsx';

type Bucket = (typeof PENDING_AGES)[number];

/** Stronger colours for longer waiting times. */
const COLORS: Record<Bucket, string> = {
  hour: STATES.done.tone,
  day: STATES.news.tone,
  threeDays: STATES.warning.tone,
  older: STATES.failed.tone,
};

/** Number of pending requests by age. */
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
