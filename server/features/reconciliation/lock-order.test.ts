import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { setRules } from '#server/testing/approvals.ts';
import { expectVerified, openMoneyWorld } from '#server/testing/money-world.ts';
import { importAmounts, propose } from '#server/testing/statement-lines.ts';
import { decideTransactions } from '../review/decide.ts';
import { acceptProposals, keyFrom } from './decide-matches.ts';

/** A list of so many requests is decided in its own transaction, without a second attempt. */
const LONG = 21;

test('an administrator who accepts money of a line and approves another deposit with it causes no deadlock', async () => {
  const world = await openMoneyWorld();
  await world.newActor({ role: 'admin' });
  await setRules(world.db, { deposit: { thresholdPaise: 500_000 } });
  const owner = await world.newActor();
  const { lineIds } = await importAmounts(world, [30_000]);
  const [lineId = ''] = lineIds;
  const { id: accepted } = await world.deposit(owner, 10_000);
  const { id: approved } = await world.deposit(owner, 20_000);
  const proposal = await propose(world, { lineId, requestId: accepted, paise: 10_000 });
  await propose(world, { lineId, requestId: approved, paise: 20_000 });
  const untilWaiting = (count: number) =>
    expect
      .poll(() =>
        world.db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(count);

  const requestKey = randomUUID();
  const { both } = await world.db.transaction(async ({ query }) => {
    // The acceptance waits here after it has locked the line: for a key that is gone at the end of this transaction.
    const key = [world.admin.userId, keyFrom([requestKey, accepted])];
    await query(
      `INSERT INTO decision_requests (decided_by, request_key, fingerprint, created_at) VALUES ($1, $2, '', now())`,
      key,
    );
    await query('DELETE FROM decision_requests WHERE decided_by = $1 AND request_key = $2', key);
    const accepting = acceptProposals(world.deps, world.admin, { ids: [proposal], requestKey });
    await untilWaiting(1);
    const others = Array.from({ length: LONG - 1 }, () => randomUUID());
    const approving = decideTransactions(world.deps, world.admin, {
      ids: [approved, ...others],
      decision: 'approved',
      requestKey: randomUUID(),
    });
    await untilWaiting(2);
    return { both: Promise.all([accepting, approving]) };
  });
  await both;
  expect((await world.wallet(owner)).balancePaise).toBe(30_000);
  await expectVerified(world.db);
  await world.close();
});
