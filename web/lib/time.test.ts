import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, relativeTime } from './time.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [59, 'now'],
    [60, '1 minute ago'],
    [299, '4 minutes ago'],
    [2 * 3600, '2 hours ago'],
    [30 * 3600, 'yesterday'],
    [8 * 86_400, 'last week'],
    [400 * 86_400, 'last year'],
  ])('of %i seconds is "%s"', (seconds, words) => {
    expect(relativeTime(ago(seconds), now, 'en')).toBe(words);
  });

  it('speaks the chosen language', () => {
    expect(relativeTime(ago(300), now, 'hi')).toContain('मिनट');
  });
});

describe('dates', () => {
  const lateEvening = new Date('2026-11-20T20:00:00Z');

  it('are those of India, where it is already the next day', () => {
    expect(formatDate(lateEvening, 'en')).toBe('21 Nov 2026');
    expect(formatDateTime(lateEvening, 'en')).toContain('1:30');
  });

  it('name the month in the chosen language', () => {
    expect(formatDate(lateEvening, 'ta')).toContain('நவ');
  });
});
