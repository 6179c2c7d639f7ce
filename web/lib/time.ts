import type { Language } from '#contract/rules.ts';
import { localeOf } from './languages.ts';

/** The business day of the product: every date is shown as in India. */
export const TIME_ZONE = 'Asia/Kolkata';

const STEPS = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/**
 * How long before (or after) `now` a moment is, in words of `language`: "5 minutes ago". Undefined within
 * a minute: what `Intl` says of it is "at present" rather than "just now".
 */
export function relativeTime(moment: Date, now: Date, language: Language): string | undefined {
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  return step && format.format(Math.trunc(seconds / step.seconds), step.unit);
}

/** A moment with date and time, as in "21 Nov 2026, 10:30 am". */
export function formatDateTime(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  }).format(moment);
}

/** The day of a moment, as in "21 Nov 2026". */
export function formatDate(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeZone: TIME_ZONE,
  }).format(moment);
}

/** The day of a moment without its year, as in "21 Nov". */
export function formatDayOfYear(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    timeZone: TIME_ZONE,
  }).format(moment);
}
