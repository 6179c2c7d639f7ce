import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Amount } from '../../ui/Amount.tsx';
import { useTranslated } from '../translations/use-translated.ts';
import { BarCard } from './BarCard.tsx';
import type { ChartDays } from './queries.ts';

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
