import { useTranslation } from 'react-i18next';
import type { Rejections } from '#contract/dashboards/schema.ts';
import { useReasonText } from '#web/features/transactions/hooks/use-reason-text.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { STATES } from '#web/ui/state/states.ts';
import type { ChartDays } from '../queries.ts';
import { BarCard } from './BarCard.tsx';

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
