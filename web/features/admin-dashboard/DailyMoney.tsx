import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Button, Group, Paper, ScrollArea, SegmentedControl, Table, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DailyFlow } from '#contract/dashboards.ts';
import { formatRupees } from '#contract/money.ts';
import { useFormat } from '../../lib/format.ts';
import { useLoadedFonts } from '../../lib/use-loaded-fonts.ts';
import { Amount } from '../../ui/Amount.tsx';
import classes from './AdminDashboard.module.css';
import { compactRupees, sumOf } from './chart-data.ts';
import type { ChartDays } from './queries.ts';

const CHART_HEIGHT = '16rem';
/** Letters of Telugu and Kannada hang lower than those of Latin. */
const AXIS_HEIGHT = 36;
const TICK = { fontSize: 12, fill: 'currentColor' };

type DailyMoneyProps = { daily: DailyFlow[]; days: ChartDays; onDays: (days: ChartDays) => void };

/** Approved deposits and withdrawals of each day, drawn or as a table. */
export function DailyMoney({ daily, days, onDays }: DailyMoneyProps) {
  const { t } = useTranslation();
  const [isTable, table] = useDisclosure(false);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="daily-money">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4" id="daily-money">
          {t('Deposits and withdrawals a day')}
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
          <Button
            size="compact-sm"
            variant="default"
            leftSection={isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
            onClick={table.toggle}
          >
            {isTable ? t('Show as chart') : t('Show as table')}
          </Button>
        </Group>
      </Group>
      {isTable ? <DailyTable daily={daily} /> : <DailyChart daily={daily} />}
    </Paper>
  );
}

function DailyChart({ daily }: { daily: DailyFlow[] }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const loadedFonts = useLoadedFonts();
  const label = t('Deposits of {{deposits}} and withdrawals of {{withdrawals}} in {{days}} days', {
    deposits: formatRupees(sumOf(daily, ({ depositPaise }) => depositPaise)),
    withdrawals: formatRupees(sumOf(daily, ({ withdrawalPaise }) => withdrawalPaise)),
    days: daily.length,
  });
  return (
    <div role="img" aria-label={label} className={classes.chart}>
      <BarChart
        // It measures its labels once: those whose letters came later are measured anew.
        key={loadedFonts}
        h={CHART_HEIGHT}
        data={daily.map(({ day, depositPaise, withdrawalPaise }) => ({
          day: date(dayToDate(day)),
          // A drawing is as exact as its pixels.
          depositPaise: Number(depositPaise),
          withdrawalPaise: Number(withdrawalPaise),
        }))}
        dataKey="day"
        series={[
          { name: 'depositPaise', label: t('Deposits'), color: 'brand.6' },
          { name: 'withdrawalPaise', label: t('Withdrawals'), color: 'orange.5' },
        ]}
        valueFormatter={formatRupees}
        yAxisProps={{
          tickFormatter: (paise: number) => compactRupees(t, paise),
          // As wide as the words of the language. Mantine's own ticks are moved to the left, out of it.
          width: 'auto',
          tick: TICK,
        }}
        xAxisProps={{ minTickGap: 24, height: AXIS_HEIGHT }}
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
        withLegend
        tickLine="none"
      />
    </div>
  );
}

/** Noon in India, so that the day stays the day in its time zone. */
function dayToDate(day: string): Date {
  return new Date(`${day}T12:00:00+05:30`);
}

/** The same figures for those who can't see the drawing or want them exactly; newest first. */
function DailyTable({ daily }: { daily: DailyFlow[] }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  return (
    <ScrollArea
      h={CHART_HEIGHT}
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
}
