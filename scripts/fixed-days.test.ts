import { expect, test } from 'vitest';
import { findFixedDays } from './fixed-days.ts';

const TEST_FILE = 'server/features/banks/banks.test.ts';
const find = (text: string, file = TEST_FILE) => findFixedDays(new Map([[file, text]]));

test.each([
  `export const TEST_DAY = '2026-11-21';`,
  `const USUAL_NOW = '2026-11-21T16:30:00+05:30';`,
  `let now = new Date('2026-11-21T11:00:00Z');`,
  `let nowMs = Date.parse('2031-06-15T06:30:00.000Z');`,
  `const BEGIN: Date = new Date('2026-11-01T10:00:00Z');`,
  `  test.use({ now: '2027-03-22T22:44:00+05:30' });`,
  `await app.clock.stopAt(new Date('2026-11-01T10:00:00Z'));`,
  `vi.setSystemTime(new Date('2026-11-01'));`,
])('refuses the fixed day of %s', (line) => {
  expect(find(line)).toHaveLength(1);
  expect(find(line, 'server/testing/clock.ts')).toHaveLength(1);
  expect(find(line, 'e2e/deposit.spec.ts')).toHaveLength(1);
});

test.each([
  `const TODAY =\n  '2026-11-21';`,
  `await app.clock.startAt(\n  new Date('2026-11-01T10:00:00Z'),\n);`,
  `const now = new Date(2026, 10, 21);`,
  `const now = Date.UTC(2026, 10, 21);`,
  `// Fixed: another line.\nconst a = 1;\nconst now = new Date('2026-11-21');`,
])('refuses %j', (text) => expect(find(text)).toHaveLength(1));

test.each([
  `await expect(page.getByText('As of 21 Nov 2026')).toBeVisible();`,
  `await pickDay(user, 'From Date', '20 November 2026');`,
  `const lines = '2026-11-20,INTEREST';`,
])('refuses any day in a journey: %s', (line) => {
  expect(find(line, 'e2e/passbook.spec.ts')).toHaveLength(1);
  expect(find(line)).toEqual([]);
});

test.each([
  `// Fixed: the leap day.\nconst now = new Date('2028-02-29T10:00:00Z');`,
  `/**\n * The first day.\n * Fixed: the clock does not run.\n */\nconst BEGIN = new Date('2026-11-01T10:00:00Z');`,
  `const now = START;`,
  `const createdAt = new Date('2026-11-01T10:00:00Z');`,
  `await world.setNow(new Date('2026-11-01T10:00:00Z'));`,
  `INSERT INTO t SELECT now(), timestamptz '2025-01-01'`,
])('accepts %s', (text) => expect(find(text)).toEqual([]));

test('reads tests and their set-up only', () => {
  const text = `const now = new Date('2026-11-21');`;
  expect(find(text, 'server/features/banks/banks.ts')).toEqual([]);
  expect(find(text, 'web/lib/i18n/time.test.ts')).toEqual([]);
});
