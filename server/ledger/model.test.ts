import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transactionId } from '#contract/shared/base.ts';
import { toDecimal, toPaise } from '#contract/shared/money.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import type { Deps } from '#server/deps.ts';
import { requestDeposit } from '#server/features/deposits/service.ts';
import { decideTransactions } from '#server/features/review/service.ts';
import { requestWithdrawal } from '#server/features/withdrawals/service.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { isAppError } from '#server/platform/runtime/errors.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import { failingAt, STATEMENT_FAILS } from '#server/testing/failing-batches.ts';
import {
  buildReceipt,
  expectVerified,
  type MoneyWorld,
  openMoneyWorld,
} from '#server/testing/money-world.ts';
import { postToLedger } from './post.ts';
import { lockWallet } from './wallets.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterAll(() => world.close());

type Command =
  | { name: 'deposit' | 'withdraw'; owner: number; amountPaise: number }
  | { name: 'adjust'; owner: number; amountPaise: number }
  | { name: 'approve' | 'reject'; pick: number }
  | { name: 'retry'; pick: number };

/** The result of a command that failed individually without any effect. */
const FAILED = 'failed';

/** A command with its random choices resolved and with an idempotency key. */
interface Run {
  name: Exclude<Command['name'], 'retry'>;
  owner: number;
  amountPaise: number;
  target: string;
  key: string;
}

interface Request {
  type: 'deposit' | 'withdraw';
  owner: number;
  amountPaise: number;
  status: 'pending' | 'approve' | 'reject';
  decisionKey?: string;
}

/** The expected state of wallets and requests, in a model simple enough to verify by reading. */
interface Model {
  wallets: { balance: number; held: number }[];
  requests: Record<string, Request>;
}

/** Returns the expected result of a command on this model, and the model after it. */
function predict(model: Model, run: Run): { answer: string; model: Model } {
  const next = structuredClone(model);
  const { key, owner, amountPaise } = run;
  if (run.name === 'approve' || run.name === 'reject') return predictDecision(next, run);
  const wallet = next.wallets[owner];
  if (!wallet) throw new Error('no wallet');
  if (run.name === 'adjust') {
    if (wallet.balance + amountPaise < wallet.held) {
      return { answer: 'INSUFFICIENT_BALANCE', model };
    }
    wallet.balance += amountPaise;
    return { answer: 'ok', model: next };
  }
  if (next.requests[key]) return { answer: 'ok', model };
  if (run.name === 'withdraw') {
    if (amountPaise > wallet.balance - wallet.held) {
      return { answer: 'INSUFFICIENT_BALANCE', model };
    }
    wallet.held += amountPaise;
  }
  next.requests[key] = { type: run.name, owner, amountPaise, status: 'pending' };
  return { answer: 'ok', model: next };
}

function predictDecision(next: Model, run: Run): { answer: string; model: Model } {
  const request = next.requests[run.target];
  if (!request) return { answer: 'TRANSACTION_NOT_FOUND', model: next };
  if (request.status !== 'pending') {
    const again = request.decisionKey === run.key;
    return { answer: again ? 'ok' : 'ALREADY_DECIDED', model: next };
  }
  const wallet = next.wallets[request.owner];
  if (!wallet || (run.name !== 'approve' && run.name !== 'reject')) throw new Error('no wallet');
  request.status = run.name;
  request.decisionKey = run.key;
  if (request.type === 'withdraw') wallet.held -= request.amountPaise;
  if (run.name === 'approve') {
    wallet.balance += request.type === 'deposit' ? request.amountPaise : -request.amountPaise;
  }
  return { answer: 'ok', model: next };
}

/** Searches an order of the concurrent commands in which the model gives their actual results. */
function linearize(model: Model, done: { run: Run; answer: string }[]): Model | undefined {
  if (done.length === 0) return model;
  for (const [index, { run, answer }] of done.entries()) {
    const predicted = answer === FAILED ? { answer, model } : predict(model, run);
    if (predicted.answer !== answer) continue;
    const end = linearize(predicted.model, done.toSpliced(index, 1));
    if (end) return end;
  }
  return undefined;
}

/** The database under test next to the model: two users with a bank account each, and the ids by key. */
interface Stage {
  deps: Deps;
  owners: Actor[];
  accounts: string[];
  ids: Map<string, string>;
  model: Model;
  past: Run[];
}

async function openStage(): Promise<Stage> {
  const owners = [await world.newActor(), await world.newActor()];
  const accounts = await Promise.all(owners.map((owner) => world.newBankAccount(owner)));
  const model = { wallets: owners.map(() => ({ balance: 0, held: 0 })), requests: {} };
  return { deps: world.deps, owners, accounts, ids: new Map(), model, past: [] };
}

function settle(stage: Stage, command: Command): Run {
  const key = randomUUID();
  const nothing = { owner: 0, amountPaise: 0, target: randomUUID(), key };
  if (command.name === 'retry') {
    return stage.past[command.pick % stage.past.length] ?? { ...nothing, name: 'approve' };
  }
  if (command.name !== 'approve' && command.name !== 'reject') return { ...nothing, ...command };
  const keys = [...stage.ids.keys()];
  return { ...nothing, name: command.name, target: keys[command.pick % keys.length] ?? key };
}

async function perform(stage: Stage, run: Run): Promise<string> {
  try {
    await send(stage, run);
    return 'ok';
  } catch (error) {
    if (isAppError(error)) return error.code;
    // A command that was alone in its batch gets the batch's error.
    if (error instanceof Error && error.message === STATEMENT_FAILS) return FAILED;
    throw error;
  }
}

async function send(stage: Stage, run: Run): Promise<void> {
  const { deps } = stage;
  const owner = stage.owners[run.owner];
  if (!owner) throw new Error('no owner');
  const amount = toDecimal(run.amountPaise);
  if (run.name === 'approve' || run.name === 'reject') {
    const id = stage.ids.get(run.target) ?? run.target;
    const decision = run.name === 'approve' ? 'approved' : 'rejected';
    const order = { ids: [id], decision, requestKey: run.key } as const;
    const error = (await decideTransactions(deps, world.admin, { ...order, ids: [id] })).get(id);
    if (error) throw error;
  } else if (run.name === 'adjust') {
    await adjust(owner, run.amountPaise);
  } else if (run.name === 'deposit') {
    const form = { amount, requestKey: run.key };
    const receipt = buildReceipt({ sha256: run.key });
    const { answer } = await requestDeposit(deps, owner, { form, receipt });
    remember(stage, run, answer.id);
  } else {
    const input = { amount, bankAccountId: stage.accounts[run.owner], requestKey: run.key };
    remember(stage, run, (await requestWithdrawal(deps, owner, input)).id);
  }
}

function remember(stage: Stage, run: Run, id: string): void {
  expect(stage.ids.get(run.key) ?? id).toBe(id);
  stage.ids.set(run.key, id);
}

/** Posts an adjustment to the ledger with its audit record, without the other effects of the command. */
async function adjust(owner: Actor, amountPaise: number): Promise<void> {
  const { userId } = owner;
  const id = transactionId.parse(newId());
  await world.db.transaction(async (tx) => {
    const posting = { transactionId: id, userId, amountPaise: toPaise(amountPaise) };
    const before = await lockWallet(tx, userId);
    const [refused] = await postToLedger(tx, [posting]);
    if (refused) throw refused.error;
    const referenceId = `ADM-${id}`;
    const balancePaise = before.balancePaise + amountPaise;
    const entry: AuditEntry = {
      chainId: userId,
      action: 'user.adjustBalance',
      entity: 'user',
      entityId: userId,
      before: { balancePaise: before.balancePaise },
      after: { balancePaise, transactionId: id, referenceId, withNotes: false },
    };
    await recordAudit(tx, { actor: 'system', entries: [entry] });
    await tx.orm.insert(transactions).values({
      id,
      userId,
      kind: 'adjustment',
      type: amountPaise > 0 ? 'deposit' : 'withdrawal',
      amountPaise: Math.abs(amountPaise),
      status: 'approved',
      referenceId,
      decidedAt: tx.at,
      approvedAt: tx.at,
      createdAt: tx.at,
      updatedAt: tx.at,
    });
  });
}

const owner = fc.nat({ max: 1 });
const amountPaise = fc.integer({ min: 10, max: 60 }).map((tens) => tens * 100);
const pick = fc.nat({ max: 30 });
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ name: fc.constantFrom('deposit' as const, 'withdraw' as const), owner, amountPaise }),
  fc.record({
    name: fc.constant('adjust' as const),
    owner,
    amountPaise: fc.tuple(amountPaise, fc.boolean()).map(([paise, up]) => (up ? paise : -paise)),
  }),
  fc.record({ name: fc.constantFrom('approve' as const, 'approve', 'reject' as const), pick }),
  fc.record({ name: fc.constant('retry' as const), pick }),
);
/** Concurrent commands, and the number of the statement at which their first batch fails; 0 for none. */
const round = fc.record({
  commands: fc.array(command, { minLength: 1, maxLength: 4 }),
  failsAt: fc.nat({ max: 14 }),
});
const rounds = fc.array(round, { minLength: 4, maxLength: 12 });

test('concurrent requests, decisions, adjustments, retries and failures have the results of some serial order', {
  tags: 'section-4',
}, async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (script) => {
      const stage = await openStage();
      for (const round of script) await playRound(stage, round);
      await expectVerified(world.db);
    }),
    // Shrinking a failure takes minutes, in which the limit of time would hide it.
    { numRuns: 20, endOnFailure: true, seed: 1 },
  );
});

async function playRound(
  stage: Stage,
  { commands, failsAt }: { commands: Command[]; failsAt: number },
): Promise<void> {
  const runs = commands.map((command) => settle(stage, command));
  const { deps } = failingAt(world.deps, failsAt);
  const answers = await Promise.all(runs.map((run) => perform({ ...stage, deps }, run)));
  const done = runs.map((run, index) => ({ run, answer: answers[index] ?? '' }));
  const model = linearize(stage.model, done);
  expect(model, `no order explains ${JSON.stringify(done)}`).toBeDefined();
  stage.model = model ?? stage.model;
  stage.past.push(...runs.filter((run) => run.name !== 'adjust'));
  for (const [index, owner] of stage.owners.entries()) {
    const { balancePaise, heldPaise } = await world.wallet(owner);
    expect({ balance: balancePaise, held: heldPaise }).toEqual(stage.model.wallets[index]);
  }
}
