import { Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/i18n/format.ts';
import { serverNow } from '../lib/i18n/server-clock.ts';
import { dayNumber } from '../lib/i18n/time.ts';

const TICK_MS = 30_000;

/** Shows a day's date, or "today" and "yesterday". Updates at midnight. */
export function DayLabel({ date: moment }: { date: Date }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const [, setTick] = useState(0);
  useInterval(() => setTick((tick) => tick + 1), TICK_MS, { autoInvoke: true });
  const name = [t('Today'), t('Yesterday')][dayNumber(serverNow()) - dayNumber(moment)];
  if (!name) return date(moment);
  return (
    <>
      {name}{' '}
      <Text span size="xs" c="dimmed">
        {date(moment)}
      </Text>
    </>
  );
}
