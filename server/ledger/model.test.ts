import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDecimal } from '#contract/shared/money.ts';
import { isAppError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import { requestDeposit } from '#server/features/deposits/request-deposit.ts';
import { decideTransactions } from '#server/features/review/decide.ts';
import { decideOnDesk } from '#server/features/review/defer-decisions.ts';
import { executeDueDecisions } from '#server/features/review/execute-decisions.ts';
import { undoDecision } from '#server/features/review/undo-decision.ts';
import { adjustBalance } from '#server/features/users/adjust-balance.ts';
import { requestWithdrawal } from '#server/features/withdrawals/request-withdrawal.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { failingAt, STATEMENT_FAILS } from '#server/testing/failing-batches.ts';
import {
  FAILED,
  OWNERS,
  openStage,
  playRound,
  type Run,
  rounds,
  type Stage,
} from '#server/testing/money-model.ts';
import {
  buildReceipt,
  expectVerified,
  type MoneyWorld,
  openMoneyWorld,
} from '#server/testing/money-world.ts';

/** `npm run soak -- model` runs others, on a server that is killed. */
const SEED = 37;
/** A batch fails before one of its first statements; 0 for none. */
const STATEMENTS = 15;

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterAll(() => world.close());

interface Owner {
  actor: Actor;
  bankAccountId: string;
}

interface Services {
  deps: Deps;
  owners: Owner[];
  /** The ids of requests by their keys. */
  ids: Map<string, string>;
}

async function newOwner(): Promise<Owner> {
  const actor = await world.newActor();
  return { actor, bankAccountId: await world.newBankAccount(actor) };
}

async function perform(services: Services, run: Run): Promise<string> {
  try {
    await send(services, run);
    return 'ok';
  } catch (error) {
    if (isAppError(error)) return error.code;
    // A command that was alone in its batch gets the batch's error.
    if (error instanceof Error && error.message === STATEMENT_FAILS) return FAILED;
    throw error;
  }
}

async function send({ deps, owners, ids }: Services, run: Run): Promise<void> {
  const { name, key: requestKey } = run;
  const owner = owners[run.owner];
  if (!owner) throw new Error('There is no such owner');
  const amount = toDecimal(run.amountPaise);
  const id = ids.get(run.target) ?? run.target;
  switch (name) {
    case 'deposit': {
      const receipt = buildReceipt({ sha256: requestKey });
      const form = { amount, requestKey };
      const { answer } = await requestDeposit(deps, owner.actor, { form, receipt });
      return remember(ids, requestKey, answer.id);
    }
    case 'withdraw': {
      const input = { amount, bankAccountId: owner.bankAccountId, requestKey };
      return remember(ids, requestKey, (await requestWithdrawal(deps, owner.actor, input)).id);
    }
    case 'credit':
    case 'debit':
    case 'set': {
      const { userId } = owner.actor;
      const goal =
        name === 'set'
          ? { newBalance: amount, shownBalancePaise: run.shownPaise }
          : { direction: name, amount };
      const adjustment = { userId, requestKey, reason: 'As the model wants it', ...goal };
      return void (await adjustBalance(deps, world.admin, adjustment));
    }
    case 'approve':
    case 'reject': {
      const decision = name === 'approve' ? 'approved' : 'rejected';
      const decided = await decideTransactions(deps, world.admin, {
        ...{ ids: [id], decision, requestKey },
      });
      const error = decided.get(id);
      if (error) throw error;
      return;
    }
    case 'deferApproval':
    case 'deferRejection': {
      const decision = name === 'deferApproval' ? 'approved' : 'rejected';
      return void (await decideOnDesk(deps, world.admin, { id, decision, requestKey }));
    }
    case 'undo':
      return undoDecision(deps, world.admin, id);
    case 'expire':
      return expire(id);
  }
}

function remember(ids: Map<string, string>, key: string, id: string): void {
  expect(ids.get(key) ?? id).toBe(id);
  ids.set(key, id);
}

/** Ends the undo time of a request's decision, and executes it. */
async function expire(id: string): Promise<void> {
  for (;;) {
    const waiting = await world.db.query(
      `UPDATE waiting_decisions SET due_at = clock_timestamp(), taken_until = NULL
       WHERE transaction_id = $1 RETURNING 1`,
      [id],
    );
    if (waiting.length === 0) return;
    await executeDueDecisions(world.deps);
  }
}

test('concurrent commands, retries, undone and expired decisions and failures have the results of some serial order', {
  tags: 'section-4',
}, async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (script) => {
      const owners = await Promise.all(Array.from({ length: OWNERS }, newOwner));
      const stage: Stage = openStage(owners.map(({ actor }) => actor.userId));
      const ids = new Map<string, string>();
      for (const round of script) {
        const { deps } = failingAt(world.deps, round.fault % STATEMENTS);
        const services = { deps, owners, ids };
        const driver = {
          db: world.db,
          perform: async (run: Run) => [await perform(services, run)],
        };
        await playRound(stage, round, driver);
      }
      await expectVerified(world.db);
    }),
    // Shrinking a failure takes minutes, in which the limit of time would hide it.
    { seed: SEED, numRuns: 12, endOnFailure: true },
  );
});
