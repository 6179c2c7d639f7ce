import { expect, test } from 'vitest';
import { recentFailuresOf } from './model.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 7, 13, 10, minute));
const failure = (minute: number, attempts = 1) => ({
  id: `failure-${minute}`,
  attempts,
  network: '203.0.113.*',
  at: at(minute),
});
const previousLoginAt = at(10);

test('counts the attempts since the previous login', () => {
  const rows = [failure(12), failure(11, 3), failure(9, 5)];
  expect(recentFailuresOf({ previousLoginAt, rows }, null)).toEqual({
    attempts: 4,
    isMore: false,
    newest: failure(12),
  });
  expect(recentFailuresOf({ previousLoginAt: null, rows }, null)).toMatchObject({ attempts: 9 });
  expect(recentFailuresOf({ previousLoginAt, rows: [failure(9)] }, null)).toBeUndefined();
});

test('ignores dismissed failures, but not newer ones', () => {
  const rows = [failure(12), failure(11)];
  expect(recentFailuresOf({ previousLoginAt, rows }, 'failure-12')).toBeUndefined();
  expect(recentFailuresOf({ previousLoginAt, rows }, 'failure-11')).toMatchObject({ attempts: 1 });
});

test('bounds the count', () => {
  const many = { attempts: 20, isMore: true };
  expect(recentFailuresOf({ previousLoginAt, rows: [failure(12, 21)] }, null)).toMatchObject(many);
  const rows = Array.from({ length: 20 }, (_, index) => failure(40 - index));
  expect(recentFailuresOf({ previousLoginAt, rows }, null)).toMatchObject(many);
  const twenty = recentFailuresOf({ previousLoginAt, rows: [failure(12, 20)] }, null);
  expect(twenty).toMatchObject({ attempts: 20, isMore: false });
});
