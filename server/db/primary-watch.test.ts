import { expect, test } from 'vitest';
import { createLogger } from '../platform/runtime/log.ts';
import { DatabaseOutage } from '../platform/runtime/outages.ts';
import type { Query } from './connections.ts';
import { AWAY, PrimaryWatch } from './primary-watch.ts';

/** A watch with its own clock, of a primary at a position; null: a standby; undefined: it does not respond. */
function watchOf(first: string | null | undefined) {
  let [position, nowMs, checks] = [first, 0, 0];
  const probe = async () => {
    checks += 1;
    if (position === undefined) throw new DatabaseOutage('connection refused');
    return [{ position }];
  };
  const watch = new PrimaryWatch(probe as unknown as Query, createLogger('silent'), () => nowMs);
  watch.close(); // Ends its timer.
  return {
    watch,
    checks: () => checks,
    async check(next: string | null | undefined, atMs: number) {
      [position, nowMs] = [next, atMs];
      await watch.check();
    },
    passTo: (atMs: number) => {
      nowMs = atMs;
    },
  };
}

test('a replica needs what the primary had 5 s before it was last seen, for a minute', async () => {
  const { watch, check, passTo } = watchOf('0/1');
  expect(watch.required).toBeUndefined();
  for (const [n, atMs] of [0, 2000, 4000, 8000].entries()) await check(`0/${n + 1}`, atMs);
  await check(undefined, 9000);
  expect(await watch.unlessAway(async () => 'read')).toBe(AWAY);
  expect(watch.required).toEqual({ wanted: '0/4', needed: '0/3' });
  passTo(68_000);
  expect(watch.required).toEqual({ wanted: '0/4', needed: '0/3' });
  passTo(68_001);
  expect(watch.required).toBeUndefined();
});

test('positions of a former primary are forgotten', async () => {
  const { watch, check } = watchOf('1/FF');
  await check('1/FF', 0);
  await check('1/A0', 1000);
  expect(watch.required).toEqual({ wanted: '1/A0', needed: '1/A0' });
  await check(null, 2000);
  await check('2/0', 3000);
  expect(watch.required).toEqual({ wanted: '2/0', needed: '2/0' });
});

test('a failed read checks the primary immediately, and a waiting one ends when the primary is away', async () => {
  const { watch, check, checks } = watchOf('0/1');
  await check('0/1', 0);
  const refused = () => Promise.reject(new Error('refused for another reason'));
  await expect(watch.unlessAway(refused)).rejects.toThrow('another reason');
  expect(checks()).toBe(1);
  const lost = () => Promise.reject(new DatabaseOutage('connection lost'));
  await expect(watch.unlessAway(lost)).rejects.toThrow('connection lost');
  expect(checks()).toBe(2);
  const waiting = watch.unlessAway(() => new Promise(() => undefined));
  await check(undefined, 2000);
  expect(await waiting).toBe(AWAY);
});

test('reports the return of the primary once', async () => {
  const { watch, check } = watchOf('0/1');
  let returns = 0;
  watch.onReturn(() => {
    returns += 1;
  });
  await check('0/1', 0);
  await check(undefined, 1000);
  expect(returns).toBe(0);
  await check('0/2', 2000);
  await check('0/2', 3000);
  expect(returns).toBe(1);
  expect(await watch.unlessAway(async () => 'read')).toBe('read');
});
