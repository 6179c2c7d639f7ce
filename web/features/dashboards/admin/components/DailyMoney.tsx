import { Button, Group, Paper, ScrollArea, SegmentedControl, Table, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { DailyFlow } from '#contract/dashboards/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { IconChartBar } from '#web/ui/icons/IconChartBar.ts';
import { IconTable } from '#web/ui/icons/IconTable.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import type { ChartDays } from '../queries.ts';
import classes from './AdminDashboard.module.css';
import { DailyChart } from './DailyChart.tsx';

const TABLE_HEIGHT = '16rem';
const Chart = memo(DailyChart);

type DailyMoneyProps = { daily: DailyFlow[]; days: ChartDays; onDays: (days: ChartDays) => void };

/** Approved deposits and withdrawals of each day as a chart or a table. */
export function DailyMoney({ daily, days, onDays }: DailyMoneyProps) {
  const { t } = useTranslation();
  const [isTable, table] = useDisclosure(false);
  // The button changes immediately, the figures follow.
  const isTableShown = useDeferredValue(isTable);
  const isEmpty = daily.every((flow) => flow.depositPaise === 0n && flow.withdrawalPaise === 0n);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="daily-money">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4" id="daily-money">
          {t('Deposits and withdrawals per day')}
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={t('Period')}
            data={[
              { value: '30', label: t('30 days') },
              { value: '90', label: t('90 days') },
            ]}
            value={String(days)}
            onChange={(value) => onDays(value === '90' ? 90 : 30)}
          />
          {!isEmpty && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
              onClick={table.toggle}
            >
              {isTable ? t('Show as chart') : t('Show as table')}
            </Button>
          )}
        </Group>
      </Group>
      {isEmpty && (
        <EmptyState
          picture="chart"
          title={t('No deposits or withdrawals were approved in this period.')}
        />
      )}
      {!isEmpty && (isTableShown ? <DailyTable daily={daily} /> : <Chart daily={daily} />)}
    </Paper>
  );
}

/** The chart's figures for screen readers and exact reading; newest first. */
const DailyTable = memo(function DailyTable({ daily }: { daily: DailyFlow[] }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  return (
    <ScrollArea
      h={TABLE_HEIGHT}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-labelledby': 'daily-money' }}
    >
      <Table stickyHeader className={classes.figures} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Date')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('Deposits')}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {t('Withdrawals')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {daily.toReversed().map(({ day, depositPaise, withdrawalPaise }) => (
            <Table.Tr key={day}>
              <Table.Td>{date(dayToDate(day))}</Table.Td>
              <Table.Td ta="right">
                <Amount paise={depositPaise} />
              </Table.Td>
              <Table.Td ta="right">
                <Amount paise={withdrawalPaise} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
});
