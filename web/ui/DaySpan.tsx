import '@mantine/dates/styles.layer.css';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDateLocale } from '../lib/i18n/date-locale.ts';
import { useFormat } from '../lib/i18n/format.ts';
import { dayToDate } from '../lib/i18n/time.ts';
import { IconCalendar } from './icons/IconCalendar.ts';

type DaySpanProps = {
  /** Days as yyyy-MM-dd. */
  from: string | undefined;
  to: string | undefined;
  /** Labels are hidden, and the placeholders repeat them. */
  isUnlabelled?: boolean;
  onChange: (change: { from?: string | undefined } | { to?: string | undefined }) => void;
};

/** Calendars start on Sunday (CLDR for India). */
export function DaySpan({ from, to, isUnlabelled = false, onChange }: DaySpanProps) {
  const { t } = useTranslation();
  const locale = useDateLocale();
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: 0, weekendDays: [] }}>
      <DayField
        label={t('From Date')}
        placeholder={isUnlabelled ? t('From Date') : t('Any day')}
        value={from}
        latest={to}
        onChange={(day) => onChange({ from: day })}
      />
      <DayField
        label={t('To Date')}
        placeholder={isUnlabelled ? t('To Date') : t('Any day')}
        value={to}
        earliest={from}
        onChange={(day) => onChange({ to: day })}
      />
    </DatesProvider>
  );
}

type DayFieldProps = {
  label: string;
  placeholder: string;
  value: string | undefined;
  earliest?: string;
  latest?: string;
  onChange: (day: string | undefined) => void;
};

function DayField({ label, placeholder, value, earliest, latest, onChange }: DayFieldProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const id = useId();
  return (
    <DatePickerInput
      id={id}
      // The same id for both: otherwise the calendar's label refers to a missing element.
      popoverProps={{ id, floatingStrategy: 'fixed' }}
      label={label}
      placeholder={placeholder}
      leftSection={<IconCalendar size={16} />}
      valueFormatter={({ date: day }) => (typeof day === 'string' ? date(dayToDate(day)) : '')}
      clearable
      // Days of adjacent months have too little contrast.
      hideOutsideDates
      clearButtonProps={{ 'aria-label': t('Clear the date') }}
      ariaLabels={{
        monthLevelControl: t('Choose a month'),
        yearLevelControl: t('Choose a year'),
        previousMonth: t('Previous month'),
        nextMonth: t('Next month'),
        previousYear: t('Previous year'),
        nextYear: t('Next year'),
        previousDecade: t('Previous ten years'),
        nextDecade: t('Next ten years'),
      }}
      minDate={earliest}
      maxDate={latest}
      value={value ?? null}
      onChange={(day) => onChange(day ?? undefined)}
    />
  );
}
