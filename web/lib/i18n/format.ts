import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from './i18n.ts';
import { formatNumber } from './numbers.ts';
import { serverNow } from './server-clock.ts';
import {
  formatDate,
  formatDateTime,
  formatDayOfYear,
  formatMonth,
  formatShortDateTime,
  formatShortMonth,
  formatTime,
  relativeTime,
} from './time.ts';

/** Returns formatters for dates in Indian time and for counts. For amounts, use `formatRupees`. */
export function useFormat() {
  const language = useLanguage();
  const { t } = useTranslation();
  return useMemo(
    () => ({
      dateTime: (moment: Date) => formatDateTime(moment, language),
      shortDateTime: (moment: Date) => formatShortDateTime(moment, serverNow(), language),
      date: (moment: Date) => formatDate(moment, language),
      time: (moment: Date) => formatTime(moment),
      month: (moment: Date) => formatMonth(moment, language),
      shortMonth: (moment: Date) => formatShortMonth(moment, language),
      dayOfYear: (moment: Date) => formatDayOfYear(moment, language),
      relative: (moment: Date) => relativeTime(moment, serverNow(), language) ?? t('Just now'),
      number: formatNumber,
    }),
    [language, t],
  );
}
