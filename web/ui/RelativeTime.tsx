import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { useFormat } from '../lib/i18n/format.ts';

const TICK_MS = 30_000;

/** Relative time, updated while visible. The title attribute has the full date. */
export function RelativeTime({ date, className }: { date: Date; className?: string | undefined }) {
  const { relative, dateTime } = useFormat();
  const [, setTick] = useState(0);
  useInterval(() => setTick((tick) => tick + 1), TICK_MS, { autoInvoke: true });
  return (
    <time className={className} dateTime={date.toISOString()} title={dateTime(date)}>
      {relative(date)}
    </time>
  );
}
