import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { serverNow } from '#web/lib/i18n/server-clock.ts';
import { dayNumber } from '#web/lib/i18n/time.ts';

/** Returns the text for a deposit that is on no statement; today it has the time only. */
export function useUpToText(): (upTo: Date | null) => string {
  const { t } = useTranslation();
  return useText((time) => t('Not in the statement up to {{time}}.', { time }));
}

/** Returns the text above deposits that were not matched. The statement may have the money of some with another amount. */
export function useNotMatchedText(): (upTo: Date | null) => string {
  const { t } = useTranslation();
  return useText((time) => t('Not matched with the statement up to {{time}}.', { time }));
}

function useText(textAt: (time: string) => string): (upTo: Date | null) => string {
  const { t } = useTranslation();
  const { time, dateTime } = useFormat();
  return (upTo) => {
    if (!upTo) return t('No bank statement was imported yet.');
    const isToday = dayNumber(upTo) === dayNumber(serverNow());
    return textAt(isToday ? time(upTo) : dateTime(upTo));
  };
}
