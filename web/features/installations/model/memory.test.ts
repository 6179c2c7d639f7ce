import { expect, it } from 'vitest';
import { isRecent } from './memory.ts';

const HOUR_MS = 3_600_000;

it('hides the card for an hour after it was dismissed', { tags: 'section-9' }, () => {
  expect(isRecent('1000', 1000)).toBe(true);
  expect(isRecent('1000', 1000 + HOUR_MS - 1)).toBe(true);
  expect(isRecent('1000', 1000 + HOUR_MS)).toBe(false);
});

it('rejects timestamps in the future and invalid ones', () => {
  expect(isRecent('2000', 1000)).toBe(false);
  expect(isRecent('soon', 1000)).toBe(false);
});
