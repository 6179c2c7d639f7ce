import { describe, expect, test } from 'vitest';
import { DatabaseClock } from './database-clock.ts';

/** A clock after its start at 10:00 by the machine, and the monotonic clock that it reads. */
function openClock() {
  const passed = { ms: 5000 };
  const machine = { now: () => at(0) };
  return { passed, clock: new DatabaseClock(machine, () => passed.ms) };
}

/** A moment some milliseconds after 10:00. */
const at = (ms: number) => new Date(Date.parse('2026-11-28T10:00:00Z') + ms);

describe('the database’s clock', () => {
  test('starts from the machine’s clock, and runs with the monotonic clock', () => {
    const { clock, passed } = openClock();
    expect(clock.now()).toEqual(at(0));
    passed.ms += 1234;
    expect(clock.now()).toEqual(at(1234));
  });

  test('takes over the database’s time within the duration of the call', async () => {
    const { clock, passed } = openClock();
    const sent = await clock.correctBy(async () => {
      passed.ms += 40;
      return at(86_400_000);
    });
    expect(sent).toEqual(at(86_400_000));
    const wrongMs = clock.now().getTime() - at(86_400_000).getTime();
    expect(wrongMs).toBeGreaterThanOrEqual(0);
    expect(wrongMs).toBeLessThanOrEqual(41);
  });

  test('is not changed by a slow call that does not contradict it', async () => {
    const { clock, passed } = openClock();
    await clock.correctBy(async () => {
      passed.ms += 3000;
      return at(1000);
    });
    expect(clock.now()).toEqual(at(3000));
  });

  test('goes back with the database’s clock', async () => {
    const { clock } = openClock();
    await clock.correctBy(async () => at(-3_600_000));
    expect(clock.now().getTime() - at(-3_600_000).getTime()).toBeLessThanOrEqual(1);
  });

  test('ignores a reading that was sent before one that has arrived', async () => {
    const { clock, passed } = openClock();
    let respond = (_: Date) => {};
    const early = clock.correctBy(
      () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    );
    passed.ms += 100;
    await clock.correctBy(async () => at(3_600_000));
    respond(at(0));
    await early;
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(at(3_600_000).getTime());
  });

  test('keeps its time if the call fails', async () => {
    const { clock } = openClock();
    await expect(clock.correctBy(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(clock.now()).toEqual(at(0));
  });
});
