import { Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Decisions } from '#contract/dashboards.ts';
import { useFormat } from '../../lib/format.ts';
import { BarList } from './BarList.tsx';

/** Who has decided how many requests since midnight, whoever decided most first. */
export function DecidedToday({ decisions }: { decisions: Decisions[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="decided-today">
      <Title order={2} size="h4" id="decided-today" mb="md">
        {t('Decided today')}
      </Title>
      {decisions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No requests have been decided today.')}
        </Text>
      )}
      <BarList
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
    </Paper>
  );
}
