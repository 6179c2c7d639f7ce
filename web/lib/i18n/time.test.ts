import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#contract/shared/enums.ts';
import {
  dayNumber,
  formatDate,
  formatDateTime,
  formatDayOfYear,
  formatShortDateTime,
  relativeTime,
  roughDuration,
} from './time.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('relativeTime', () => {
  it.each([
    [0, undefined],
    [59, undefined],
    [60, '1 minute ago'],
    [299, '4 minutes ago'],
    [2 * 3600, '2 hours ago'],
    [30 * 3600, '1 day ago'],
    [47 * 3600, '1 day ago'],
    [8 * 86_400, '1 week ago'],
    [400 * 86_400, '1 year ago'],
  ])('formats %i seconds as "%s"', (seconds, words) => {
    expect(relativeTime(ago(seconds), now, 'en')).toBe(words);
  });

  it('uses the chosen language', () => {
    const written = (['hi', 'te', 'ml', 'ta', 'kn'] as const).map((language) =>
      relativeTime(ago(300), now, language),
    );
    expect(written).toEqual([
      '5 मिनट पहले',
      '5 నిమిషాల క్రితం',
      '5 മിനിറ്റ് മുമ്പ്',
      '5 நிமிடங்களுக்கு முன்',
      '5 ನಿಮಿಷಗಳ ಹಿಂದೆ',
    ]);
  });
});

it('writes hours ago in the dative in Tamil, like the other units', () => {
  expect(relativeTime(ago(7200), now, 'ta')).toBe('2 மணிநேரத்துக்கு முன்');
});

describe('date formatting', () => {
  const lateEvening = new Date('2026-11-20T20:00:00Z');

  it.each(['1970-01-01T18:29:59.999Z', '2026-11-20T18:29:59.999Z', '2028-02-28T18:29:59.999Z'])(
    'dayNumber changes at midnight in India (%s)',
    (lastMoment) => {
      const last = new Date(lastMoment);
      const next = new Date(last.getTime() + 1);
      expect(dayNumber(next)).toBe(dayNumber(last) + 1);
      expect(dayNumber(new Date(next.getTime() + 86_399_999))).toBe(dayNumber(next));
      expect(formatDate(next, 'en')).not.toBe(formatDate(last, 'en'));
    },
  );

  it('uses the date in India, where it is already the next day', () => {
    expect(formatDate(lateEvening, 'en')).toBe('21 Nov 2026');
    expect(formatDateTime(lateEvening, 'en')).toContain('1:30');
  });

  it.each([
    ['en', '21 Nov 2026, 1:30 am'],
    ['hi', '21 नव॰ 2026, 1:30 am'],
    ['te', '21 నవం 2026, 1:30 am'],
    ['ml', '21 നവം 2026, 1:30 am'],
    ['ta', '21 நவ. 2026, 1:30 am'],
    ['kn', '21 ನವೆಂ 2026, 1:30 am'],
  ] as const)('uses one date format throughout a language (%s)', (language, written) => {
    expect(formatDateTime(lateEvening, language).replaceAll(/\s/gu, ' ')).toBe(written);
    const [date = '', dayOfYear] = [
      formatDate(lateEvening, language),
      formatDayOfYear(lateEvening, language),
    ];
    expect(written.startsWith(date)).toBe(true);
    expect(date).toBe(`${dayOfYear} 2026`);
  });

  it('leaves out the year of now', () => {
    const moment = new Date('2026-01-01T00:30:00+05:30');
    const now = new Date('2026-12-31T23:30:00+05:30');
    expect(formatShortDateTime(moment, now, 'en')).toBe('1 Jan, 12:30 am');
    const newYear = new Date('2027-01-01T00:00:00+05:30');
    expect(formatShortDateTime(moment, newYear, 'en')).toBe('1 Jan 2026, 12:30 am');
  });
});

describe('roughDuration', () => {
  it.each([
    [0, '1 minute'],
    [61, '2 minutes'],
    [7199, '120 minutes'],
    [7200, '2 hours'],
    [7201, '3 hours'],
    [172_801, '3 days'],
  ])('formats %d seconds as %s', (seconds, text) => {
    expect(roughDuration(seconds, 'en')).toBe(text);
  });

  it('uses Western digits in every language', () => {
    for (const language of LANGUAGES) expect(roughDuration(300, language)).toMatch(/^5 /);
  });

  it('uses whole words for units, not abbreviations', () => {
    for (const language of LANGUAGES) {
      for (const seconds of [300, 90_000, 864_000]) {
        expect(roughDuration(seconds, language)).not.toMatch(/\.$/);
      }
    }
  });
});
