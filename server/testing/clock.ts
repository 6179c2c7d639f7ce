import type { Clock } from '../platform/runtime/clock.ts';

const WEEK_MS = 7 * 86_400_000;
const startedAt = Date.now();
/** The day of all tests, in India. */
export const TEST_DAY = '2026-11-21';
const NOW = Date.parse(`${TEST_DAY}T16:30:00+05:30`);

/** Starts on a fixed afternoon in India, so that no test crosses the end of a day, month or year by chance. */
export const testClock: Clock = { now: () => new Date(NOW + Date.now() - startedAt) };

/** For data that exists before a test begins. */
export const weekBefore: Clock = { now: () => new Date(testClock.now().getTime() - WEEK_MS) };
