import { Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './AdminDashboard.module.css';
import { shares } from './chart-data.ts';

export type Bar = {
  key: string;
  label: string;
  value: number | bigint;
  figure: ReactNode;
  color?: string;
};

/** Figures with their names and, to be compared at a glance, a bar for each. */
export function BarList({ bars }: { bars: Bar[] }) {
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
