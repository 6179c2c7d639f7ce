import { useTranslation } from 'react-i18next';
import { serverNow } from '#web/lib/api/server-clock.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayNumber } from '#web/lib/i18n/time.ts';

/** Returns the text for a deposit that is on no statement; today it has the time only. */
export function useUpToText(): (upTo: Date | null) => string {
  const { t } = useTranslation();
  const timeOf = useTime();
  return (upTo) =>
    upTo
      ? t('Not in the statement up to {{time}}.', { time: timeOf(upTo) })
      : t('No bank statement was imported yet.');
}

/** Returns the text above deposits that were not matched. The statement may have the money of some with another amount. */
export function useNotMatchedText(): (upTo: Date | null) => string {
  const { t } = useTranslation();
  const timeOf = useTime();
  return (upTo) =>
    upTo
      ? t('Not matched with the statement up to {{time}}.', { time: timeOf(upTo) })
      : t('No bank statement was imported yet.');
}

function useTime(): (at: Date) => string {
  const { time, dateTime } = useFormat();
  return (at) => (dayNumber(at) === dayNumber(serverNow()) ? time(at) : dateTime(at));
}
