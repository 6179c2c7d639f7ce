import { describe, expect, test } from 'vitest';
import { MOVED_STARTS, readStart } from './clock.ts';

// Fixed: an argument of the function under test.
const START = new Date('2026-11-28T20:00:00Z');
const read = (text: string, now = START) => {
  const india = new Date(readStart(text, now) + 5.5 * 3_600_000);
  return india.toISOString().slice(0, 16);
};

describe('TEST_NOW', () => {
  test.each([
    ['+0', '2026-11-29T16:30'],
    ['+40', '2027-01-08T16:30'],
    ['-3', '2026-11-26T16:30'],
    ['2028-02-29', '2028-02-29T16:30'],
    ['2026-12-31T23:50', '2026-12-31T23:50'],
    ['12-31T23:50', '2026-12-31T23:50'],
    ['01-01T00:05', '2027-01-01T00:05'],
    ['02-29', '2028-02-29T16:30'],
    ['11-29', '2027-11-29T16:30'],
    ['2026-11-28T11:00:00.000Z', '2026-11-28T16:30'],
  ])('%s is %s in India', (text, moment) => expect(read(text)).toBe(moment));

  test('nightly chooses another start on each of nine days', () => {
    const days = Array.from({ length: 9 }, (_, n) => new Date(START.getTime() + n * 86_400_000));
    const isChosen = (start: string) =>
      days.some((day) => readStart('nightly', day) === readStart(start, day));
    expect(MOVED_STARTS.filter((start) => !isChosen(start))).toEqual([]);
  });

  test.each(['tomorrow', '', '02-30'])('rejects "%s"', (text) => {
    expect(() => read(text)).toThrow('TEST_NOW is no date');
  });
});
