import { useTranslation } from 'react-i18next';
import type { Rejections } from '#contract/dashboards.ts';
import { useFormat } from '../../lib/format.ts';
import { STATES } from '../../ui/states.ts';
import { useReasonText } from '../transactions/use-reason-text.ts';
import { BarCard } from './BarCard.tsx';
import type { ChartDays } from './queries.ts';

type RejectionsByReasonProps = { rejections: Rejections[]; days: ChartDays };

export function RejectionsByReason({ rejections, days }: RejectionsByReasonProps) {
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
