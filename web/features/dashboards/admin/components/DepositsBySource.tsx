import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTranslated } from '#web/features/translations/hooks/use-translated.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Amount } from '#web/ui/Amount.tsx';
import type { ChartDays } from '../queries.ts';
import { BarCard } from './BarCard.tsx';

type Source = {
  sourceId: string | null;
  sourceName: string | null;
  count: number;
  amountPaise: bigint;
};

/** Approved deposits by source, largest amount first. */
export function DepositsBySource({ sources, days }: { sources: Source[]; days: ChartDays }) {
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
