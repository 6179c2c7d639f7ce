import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';

type Days = { firstDay: string | null; lastDay: string | null };

/** Returns a function that formats the first and the last day of a statement. */
export function useDaySpanText(): (days: Days) => string {
  const { date } = useFormat();
  return ({ firstDay, lastDay }) => {
    if (firstDay === null || lastDay === null) return '—';
    const [first, last] = [firstDay, lastDay].map((day) => date(dayToDate(day)));
    return firstDay === lastDay ? `${first}` : `${first} – ${last}`;
  };
}
