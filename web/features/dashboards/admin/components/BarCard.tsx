import { Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#web/ui/Card.tsx';
import { shares } from '../model/chart-data.ts';
import type { ChartDays } from '../queries.ts';
import classes from './AdminDashboard.module.css';

type Bar = {
  key: string;
  label: string;
  value: number | bigint;
  figure: ReactNode;
  color?: string;
};

type BarCardProps = {
  title: string;
  /** The selectable period, if the card has one. */
  days?: ChartDays;
  /** Text if there are no bars. */
  empty: string;
  bars: Bar[];
};

/** Labelled figures with a bar each for comparison. */
export function BarCard({ title, days, empty, bars }: BarCardProps) {
  const { t } = useTranslation();
  const period = days && (
    <Text size="sm" c="dimmed">
      {days === 90 ? t('90 days') : t('30 days')}
    </Text>
  );
  return (
    <Card title={title} action={period}>
      {bars.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <Bars bars={bars} />
    </Card>
  );
}

function Bars({ bars }: { bars: Bar[] }) {
  const lengths = shares(bars.map(({ value }) => value));
  return (
    <dl className={classes.bars}>
      {bars.map(({ key, label, figure, color }, at) => (
        <div key={key} className={classes.bar}>
          <Text component="dt" size="sm" className={classes.barLabel}>
            {label}
          </Text>
          <Text component="dd" size="sm" fw={600} className={classes.barFigure}>
            {figure}
            <Progress
              className={classes.barLine}
              value={lengths[at] ?? 0}
              color={color}
              size="sm"
              aria-hidden
            />
          </Text>
        </div>
      ))}
    </dl>
  );
}
