import { expect, test } from 'vitest';
import { expectVerified, openMoneyWorld } from '#server/testing/money-world.ts';
import { selectProcessingTimes } from './transactions.queries.ts';

// Fixed: all clocks of a money world are set, and stand still.
const NOW = new Date('2026-11-03T10:00:00Z').getTime();

test('reports the time in which 80 % of requests are approved, once there are enough approvals', async () => {
  const world = await openMoneyWorld();
  const owner = await world.newActor();
  for (const seconds of [60, 120, 180, 240, 86_400]) {
    expect(await selectProcessingTimes(world.db.query)).toEqual({
      deposit: null,
      withdrawal: null,
    });
    await world.setNow(new Date(NOW - seconds * 1000));
    const { id } = await world.deposit(owner, 1000);
    await world.setNow(new Date(NOW));
    await world.decide(id, 'approved');
  }
  expect(await selectProcessingTimes(world.db.query)).toEqual({ deposit: 240, withdrawal: null });
  await expectVerified(world.db);
  await world.close();
});
