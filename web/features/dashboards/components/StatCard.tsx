import { Paper, Skeleton, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '#web/ui/icons/draw-icon.tsx';
import type { StateColor } from '#web/ui/state/states.ts';
import classes from './Dashboard.module.css';

type StatCardProps = {
  label: string;
  icon: Icon;
  /** Colour if the figure shows a state. */
  tone?: StateColor;
  loading: boolean;
  /** On phones, the figure is next to the label. */
  isRow?: boolean;
  children: ReactNode;
};

export function StatCard({
  label,
  icon: StatIcon,
  tone = 'gray',
  loading,
  isRow = false,
  children,
}: StatCardProps) {
  return (
    <Paper withBorder className={classes.statCard} data-row={isRow || undefined}>
      <div className={classes.statParts}>
        <dl className={classes.stat} aria-busy={loading || undefined}>
          <Text component="dt" size="sm" c="dimmed" className={classes.statLabel}>
            {label}
          </Text>
          <dd className={classes.figure}>
            {loading ? <Skeleton height="1.75rem" width={isRow ? '1.5rem' : '4rem'} /> : children}
          </dd>
        </dl>
        <ThemeIcon
          visibleFrom="sm"
          variant="light"
          color={tone}
          size="lg"
          radius="md"
          aria-hidden
          className={classes.statIcon}
        >
          <StatIcon size={20} />
        </ThemeIcon>
      </div>
    </Paper>
  );
}
