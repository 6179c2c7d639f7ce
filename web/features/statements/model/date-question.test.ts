import { expect, test } from 'vitest';
import { readBothWays } from './date-question.ts';

test.each([
  ['05/08/2026', '2026-08-05', '2026-05-08'],
  ['5-8-26', '2026-08-05', '2026-05-08'],
  ['05/08/26 10:15', '2026-08-05', '2026-05-08'],
  ['soon', undefined, undefined],
])('%s is %s or %s', (sample, dmy, mdy) => {
  expect(readBothWays(sample)).toEqual({ dmy, mdy });
});
