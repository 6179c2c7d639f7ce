import { Group, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Amount } from '../../ui/Amount.tsx';
import { useTranslated } from '../translations/use-translated.ts';
import { BarList } from './BarList.tsx';
import type { ChartDays } from './queries.ts';

type Source = {
  sourceId: string | null;
  sourceName: string | null;
  count: number;
  amountPaise: bigint;
};

/** Where the approved deposits of these days came from, most money first. */
export function DepositsBySource({ sources, days }: { sources: Source[]; days: ChartDays }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const names = useTranslated(sources.map(({ sourceName }) => sourceName ?? ''));
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="by-source">
      <Group justify="space-between" mb="md" align="baseline">
        <Title order={2} size="h4" id="by-source">
          {t('Deposits by source')}
        </Title>
        <Text size="sm" c="dimmed">
          {days === 90 ? t('90 days') : t('30 days')}
        </Text>
      </Group>
      {sources.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No deposits were approved in this period.')}
        </Text>
      )}
      <BarList
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
    </Paper>
  );
}
