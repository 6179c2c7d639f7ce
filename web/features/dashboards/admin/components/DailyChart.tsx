import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { usePlotArea } from 'recharts';
import type { DailyFlow } from '#contract/dashboards/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { useLoadedFonts } from '#web/lib/i18n/use-loaded-fonts.ts';
import { dayStep, moneyTicks } from '../model/axes.ts';
import { compactRupees, sumOf } from '../model/chart-data.ts';
import classes from './AdminDashboard.module.css';

const CHART_HEIGHT = '16rem';
/** Telugu and Kannada letters have lower descenders than Latin. */
const AXIS_HEIGHT = 36;
const TICK = { fontSize: 12, fill: 'currentColor' };

export function DailyChart({ daily }: { daily: DailyFlow[] }) {
  const { t } = useTranslation();
  const { date, dayOfYear } = useFormat();
  const loadedFonts = useLoadedFonts();
  const dayLabels = daily.map(({ day }) => dayOfYear(dayToDate(day)));
  const widestDay = widthOfWidest(dayLabels);
  // Bars are only as exact as their pixels, so that a float is precise enough.
  const bars = daily.map(({ day, depositPaise, withdrawalPaise }) => ({
    day,
    depositPaise: Number(depositPaise),
    withdrawalPaise: Number(withdrawalPaise),
  }));
  const ticks = moneyTicks(
    Math.max(
      ...bars.flatMap(({ depositPaise, withdrawalPaise }) => [depositPaise, withdrawalPaise]),
    ),
  );
  const label = t('Deposits of {{deposits}} and withdrawals of {{withdrawals}} in {{count}} days', {
    deposits: formatRupees(sumOf(daily, ({ depositPaise }) => depositPaise)),
    withdrawals: formatRupees(sumOf(daily, ({ withdrawalPaise }) => withdrawalPaise)),
    count: daily.length,
  });
  return (
    <div role="img" aria-label={label} className={classes.chart}>
      <BarChart
        // The chart measures its labels once. The key remounts it when a font has loaded.
        key={loadedFonts}
        h={CHART_HEIGHT}
        data={bars}
        dataKey="day"
        series={[
          { name: 'depositPaise', label: t('Deposits'), color: 'brand.6' },
          { name: 'withdrawalPaise', label: t('Withdrawals'), color: 'gray.5' },
        ]}
        valueFormatter={formatRupees}
        yAxisProps={{
          tickFormatter: (paise: number) => compactRupees(t, paise),
          // Fits the labels of the language. Mantine's ticks have an offset that would move them out of this width.
          width: 'auto',
          tick: TICK,
          ticks,
          domain: [0, Math.max(...ticks)],
        }}
        xAxisProps={{
          height: AXIS_HEIGHT,
          // DayTick decides which days are shown: the library caches text widths, even those measured before the
          // font loaded.
          interval: 0,
          tick: ({ index, x, y }) => (
            <DayTick
              index={index}
              widestDay={widestDay}
              x={Number(x)}
              y={Number(y)}
              labels={dayLabels}
            />
          ),
        }}
        tooltipProps={{ labelFormatter: (day) => (day ? date(dayToDate(String(day))) : '') }}
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
        withLegend
        tickLine="none"
      />
    </div>
  );
}

type DayTickProps = { index: number; x: number; y: number; labels: string[]; widestDay: number };

/** Day label below its bars, if there is room; kept inside the chart at both ends. */
function DayTick({ index, x, y, labels, widestDay }: DayTickProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  const step = dayStep(widestDay, plot.width / labels.length);
  if ((labels.length - 1 - index) % step !== 0) return null;
  const rightmost = plot.x + plot.width - widestDay / 2;
  return (
    <text
      x={Math.max(widestDay / 2, Math.min(x, rightmost))}
      y={y}
      dy="1.3em"
      textAnchor="middle"
      {...TICK}
    >
      {labels[index]}
    </text>
  );
}

/** Returns the width of the longest axis label in pixels. */
function widthOfWidest(labels: string[]): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return 0;
  pen.font = `${TICK.fontSize}px ${getComputedStyle(document.body).fontFamily}`;
  return Math.max(...labels.map((label) => pen.measureText(label).width));
}
