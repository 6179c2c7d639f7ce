import { describe, expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

const DEVICE = Date.parse('2026-11-21T11:00:00Z');

function clockWith(date: string | undefined) {
  const clock = createServerClock(() => DEVICE);
  clock.record(new Headers(date ? { date } : {}));
  return clock.now().toISOString();
}

describe('createServerClock', () => {
  it('uses the server time when the device clock is wrong', () => {
    expect(clockWith('Sat, 21 Nov 2026 08:00:00 GMT')).toBe('2026-11-21T08:00:00.000Z');
    expect(clockWith('Sat, 21 Nov 2026 14:00:00 GMT')).toBe('2026-11-21T14:00:00.000Z');
  });

  it('uses the device clock when it differs by a few seconds only', () => {
    expect(clockWith('Sat, 21 Nov 2026 10:59:57 GMT')).toBe('2026-11-21T11:00:00.000Z');
  });

  it('uses the device clock when a response has no valid date', () => {
    expect(clockWith(undefined)).toBe('2026-11-21T11:00:00.000Z');
    expect(clockWith('yesterday')).toBe('2026-11-21T11:00:00.000Z');
  });
});
