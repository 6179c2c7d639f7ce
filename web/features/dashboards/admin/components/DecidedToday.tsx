import { useTranslation } from 'react-i18next';
import type { Decisions } from '#contract/dashboards/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { BarCard } from './BarCard.tsx';

/** Number of decisions by each administrator since midnight, most active first. */
export function DecidedToday({ decisions }: { decisions: Decisions[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <BarCard
      title={t('Decided today')}
      empty={t('No requests have been decided today.')}
      bars={decisions.map(({ userName, approved, rejected }) => ({
        key: userName ?? '',
        label: userName ?? t('Deleted user'),
        value: approved + rejected,
        figure: t('{{approved}} approved, {{rejected}} rejected', {
          approved: number(approved),
          rejected: number(rejected),
        }),
      }))}
    />
  );
}
