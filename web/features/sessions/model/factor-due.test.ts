import { expect, test } from 'vitest';
import { serverNow } from '#web/lib/i18n/server-clock.ts';
import { msUntilOverdue } from './factor-due.ts';

const LONGEST = 120_000;
const dueIn = (ms: number) => new Date(serverNow().getTime() + ms);

test('waits until the time is over, within bounds', () => {
  const in60s = msUntilOverdue({ at: dueIn(60_000), isOver: false }, LONGEST) ?? 0;
  expect(in60s).toBeLessThanOrEqual(60_000);
  expect(in60s).toBeGreaterThan(2000);
  expect(msUntilOverdue({ at: dueIn(14 * 86_400_000), isOver: false }, LONGEST)).toBe(LONGEST);
});

test('reads the session every two seconds until the server says that the time is over', () => {
  expect(msUntilOverdue({ at: dueIn(-5000), isOver: false }, LONGEST)).toBe(2000);
});

test('does not wait without a missing factor, or when the time is over', () => {
  expect(msUntilOverdue(null, LONGEST)).toBeUndefined();
  expect(msUntilOverdue(undefined, LONGEST)).toBeUndefined();
  expect(msUntilOverdue({ at: dueIn(-1), isOver: true }, LONGEST)).toBeUndefined();
});
