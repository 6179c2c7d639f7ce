import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { importAmounts } from '#server/testing/statement-lines.ts';
import { matchNewLines } from './match-new-lines.ts';
import { getSummary } from './read-matches.ts';

// Fixed: all clocks of a money world are set, and stand still.
const NOW = new Date('2026-10-10T08:00:00Z');
const NEXT_MIDNIGHT = new Date('2026-10-11T00:00:00+05:30');
const LATER = new Date('2026-10-20T08:00:00Z');

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterAll(() => world.close());

/** Imports a statement of 10 October. */
async function importAt(now: Date) {
  await world.setNow(now);
  return importAmounts(world, [50_000]);
}

const run = () => matchNewLines(world.deps, new AbortController().signal);
const upTo = async () => (await getSummary(world.deps)).upTo;

test('deposits are in no statement until a time for which lines were imported and compared', async () => {
  const old = await importAt(LATER);
  expect(await upTo()).toBeNull();
  await run();
  expect(await upTo()).toEqual(NEXT_MIDNIGHT);
  await old.undo();
  expect(await upTo()).toBeNull();
  await importAt(NOW);
  await run();
  expect(await upTo()).toEqual(NOW);
});
