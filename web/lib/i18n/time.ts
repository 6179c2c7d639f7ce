import type { Language } from '#contract/shared/enums.ts';
import { localeOf } from './languages.ts';

export const TIME_ZONE = 'Asia/Kolkata';

const STEPS = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

const MINUTE = { unit: 'minute', seconds: 60 } as const;

/** Caches one formatter per language: creating one in `Intl` takes longer than formatting a hundred dates. */
function perLanguage<Format>(make: (locale: string) => Format): (language: Language) => Format {
  const made = new Map<Language, Format>();
  return (language) => {
    const format = made.get(language) ?? make(localeOf(language));
    made.set(language, format);
    return format;
  };
}

// Not `auto`: 47 hours are one day but not always "yesterday".
const relativeFormat = perLanguage(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
);
/** CLDR writes "07:35 AM" in Kannada, "7:35 AM" in Tamil and "7:35 am" in English. */
const timeFormat = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone: TIME_ZONE });
const dateFormat = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: TIME_ZONE,
    }),
);

const monthFormat = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: TIME_ZONE }),
);

/** "5 minutes ago"; undefined within a minute, for which `Intl` says "at present" instead of "just now". */
export function relativeTime(moment: Date, now: Date, language: Language): string | undefined {
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  if (!step) return undefined;
  const text = relativeFormat(language).format(Math.trunc(seconds / step.seconds), step.unit);
  return language === 'ta' ? text.replace(`${HOUR_IN_TAMIL} முன்`, 'மணிநேரத்துக்கு முன்') : text;
}

/** CLDR's Tamil hour abbreviates the long unit, and "hours ago" is in the nominative. */
const HOUR_IN_TAMIL = 'மணிநேரம்';

/** Returns a duration in words, rounded up: minutes, hours from two hours, days from two days. */
export function roughDuration(seconds: number, language: Language): string {
  const { unit, seconds: size } =
    STEPS.find((step) => ['day', 'hour'].includes(step.unit) && seconds >= 2 * step.seconds) ??
    MINUTE;
  const count = Math.max(1, Math.ceil(seconds / size));
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unitDisplay: 'long',
    numberingSystem: 'latn',
    unit,
  });
  const word = language === 'ta' && unit === 'hour' ? HOUR_IN_TAMIL : undefined;
  return format
    .formatToParts(count)
    .map(({ type, value }) => (type === 'unit' && word ? word : value))
    .join('');
}

export function formatDateTime(moment: Date, language: Language): string {
  return `${formatDate(moment, language)}, ${formatTime(moment)}`;
}

/** Without the year if it is that of `now`. */
export function formatShortDateTime(moment: Date, now: Date, language: Language): string {
  const isThisYear = partsOf(moment, language).year === partsOf(now, language).year;
  if (!isThisYear) return formatDateTime(moment, language);
  return `${formatDayOfYear(moment, language)}, ${formatTime(moment)}`;
}

export function formatTime(moment: Date): string {
  return timeFormat.format(moment);
}

const DAY_MS = 86_400_000;
/** India has no daylight saving time, so that the offset is constant. */
const OFFSET_MS = 5.5 * 3_600_000;

/** Fast enough for thousands of rows. */
export function dayNumber(moment: Date): number {
  return Math.floor((moment.getTime() + OFFSET_MS) / DAY_MS);
}

/** Months since year 0, in Indian time. */
export function monthNumber(moment: Date): number {
  const day = new Date(moment.getTime() + OFFSET_MS);
  return day.getUTCFullYear() * 12 + day.getUTCMonth();
}

/** Noon, so that the date is equal in nearby time zones. */
export function dayToDate(day: string): Date {
  return new Date(`${day}T12:00:00+05:30`);
}

export function formatDate(moment: Date, language: Language): string {
  const { day, month, year } = partsOf(moment, language);
  return `${day} ${month} ${year}`;
}

export function formatMonth(moment: Date, language: Language): string {
  const parts = monthFormat(language).formatToParts(moment);
  const textOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${textOf('month')} ${textOf('year')}`;
}

export function formatDayOfYear(moment: Date, language: Language): string {
  const { day, month } = partsOf(moment, language);
  return `${day} ${month}`;
}

export function formatShortMonth(moment: Date, language: Language): string {
  return partsOf(moment, language).month;
}

/** The order in `Intl` varies within one language (Kannada: "ನವೆಂ 21, 2026", but "21 ನವೆಂ"). */
function partsOf(moment: Date, language: Language): Record<'day' | 'month' | 'year', string> {
  const parts = dateFormat(language).formatToParts(moment);
  const textOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: textOf('day'), month: textOf('month'), year: textOf('year') };
}
