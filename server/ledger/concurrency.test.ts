import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toPaise } from '#contract/shared/money.ts';
import { MAX_PENDING_REQUESTS } from '#contract/transactions/rules.ts';
import { isAppError } from '#server/base/errors.ts';
import { project } from '#server/db/projector.ts';
import { requestDeposit } from '#server/features/deposits/request-deposit.ts';
import { claimRequest } from '#server/features/review/claims.ts';
import { decideTransactions } from '#server/features/review/decide.ts';
import type { DecisionInput } from '#server/features/review/decisions.ts';
import { decideOnDesk } from '#server/features/review/defer-decisions.ts';
import { executeDueDecisions } from '#server/features/review/execute-decisions.ts';
import { undoDecision } from '#server/features/review/undo-decision.ts';
import { requestWithdrawal } from '#server/features/withdrawals/request-withdrawal.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import {
  buildReceipt,
  expectVerified,
  loadDeposits,
  type MoneyWorld,
  openMoneyWorld,
} from '#server/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterEach(() => expectVerified(world.db));
afterAll(() => world.close());

const hundred = Array.from({ length: 100 }, (_, index) => index);

function codeOf(outcome: PromiseSettledResult<unknown>): string {
  if (outcome.status === 'fulfilled') return 'ok';
  return isAppError(outcome.reason) ? outcome.reason.code : String(outcome.reason);
}

describe('concurrent ledger commands', () => {
  test('one request approved by 100 callers credits once', async () => {
    const owner = await world.newActor();
    const { id } = await world.deposit(owner, 50_000);
    const outcomes = await Promise.allSettled(hundred.map(() => world.decide(id, 'approved')));
    const codes = outcomes.map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'ALREADY_DECIDED')).toHaveLength(99);
    expect(await world.wallet(owner)).toEqual({ balancePaise: 50_000, heldPaise: 0 });
  });

  test('one approval sent 100 times with one key succeeds each time and credits once', async () => {
    const owner = await world.newActor();
    const { id } = await world.deposit(owner, 50_000);
    const requestKey = randomUUID();
    const decision: DecisionInput = { ids: [id], decision: 'approved', requestKey };
    const outcomes = await Promise.all(
      hundred.map(() => decideTransactions(world.deps, world.admin, decision)),
    );
    expect(outcomes.map((outcome) => outcome.get(id))).toEqual(hundred.map(() => undefined));
    expect(await world.wallet(owner)).toEqual({ balancePaise: 50_000, heldPaise: 0 });
  });

  test('100 withdrawals of ₹10 over ₹100 accept exactly 10', async () => {
    const owner = await world.newActor({ balancePaise: 10_000 });
    const account = await world.newBankAccount(owner);
    const outcomes = await Promise.allSettled(
      hundred.map(() => world.withdraw(owner, 1000, account)),
    );
    const codes = outcomes.map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(10);
    expect(codes.filter((code) => code === 'INSUFFICIENT_BALANCE')).toHaveLength(90);
    expect(await world.wallet(owner)).toEqual({ balancePaise: 10_000, heldPaise: 10_000 });
  });

  test('100 concurrent deposit requests of one user stop at the limit of pending requests', async () => {
    const owner = await world.newActor();
    const outcomes = await Promise.allSettled(hundred.map(() => world.deposit(owner, 1000)));
    const codes = outcomes.map(codeOf).filter((code) => code !== 'ok');
    expect(codes).toEqual(Array(100 - MAX_PENDING_REQUESTS).fill('TOO_MANY_PENDING'));
    const requests = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(new Set(requests.map((request) => request.referenceId)).size).toBe(MAX_PENDING_REQUESTS);
    await Promise.all(requests.map((request) => world.decide(request.id, 'approved')));
    const balancePaise = MAX_PENDING_REQUESTS * 1000;
    expect(await world.wallet(owner)).toEqual({ balancePaise, heldPaise: 0 });
  });

  test('two lists of the same 100 requests in opposite orders are decided concurrently without a deadlock', async () => {
    const owners = await Promise.all([0, 1, 2, 3, 4].map(() => world.newActor()));
    const requests = await Promise.all(
      hundred.map(async (index) => {
        const owner = owners[index % owners.length];
        if (!owner) throw new Error('no owner');
        return world.deposit(owner, 1000);
      }),
    );
    const ids = requests.map((request) => request.id);
    const lists = [ids, [...ids].reverse(), ids.slice(20, 70)];
    const outcomes = await Promise.all(
      lists.map((list) =>
        decideTransactions(world.deps, world.admin, {
          ids: list,
          decision: 'approved',
          requestKey: randomUUID(),
        }),
      ),
    );
    const decided = outcomes.flatMap((outcome) => [...outcome.values()]);
    expect(decided.filter((error) => error === undefined)).toHaveLength(100);
    for (const owner of owners) expect((await world.wallet(owner)).balancePaise).toBe(20_000);
  });

  test('of a concurrent approval and rejection one wins, and the other error names who decided', async () => {
    const owner = await world.newActor({ balancePaise: 50_000 });
    const account = await world.newBankAccount(owner);
    const { id } = await world.withdraw(owner, 20_000, account);
    const outcomes = await Promise.allSettled([
      world.decide(id, 'approved'),
      world.decide(id, 'rejected'),
    ]);
    expect(outcomes.map(codeOf).sort()).toEqual(['ALREADY_DECIDED', 'ok']);
    const loser = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(loser?.reason.data.decidedBy).toBe(world.admin.username);
    const [winner] = await world.db.query<{ status: string }>(
      'SELECT status FROM transactions WHERE id = $1',
      [id],
    );
    const balancePaise = winner?.status === 'approved' ? 30_000 : 50_000;
    expect(await world.wallet(owner)).toEqual({ balancePaise, heldPaise: 0 });
  });

  test('an administrator’s own request, approved concurrently by them and by others, is approved by another', async () => {
    const owner = await world.newActor({ role: 'admin' });
    const [one, other] = [
      await world.newActor({ role: 'admin' }),
      await world.newActor({ role: 'admin' }),
    ];
    const { id } = await world.deposit(owner, 50_000);
    const approve = async (actor: Actor) => {
      const request = { ids: [id], decision: 'approved' as const, requestKey: randomUUID() };
      const refused = (await decideTransactions(world.deps, actor, request)).get(id);
      if (refused) throw refused;
    };
    const ofOwner = () => [
      approve(owner),
      decideOnDesk(world.deps, owner, { id, decision: 'approved', requestKey: randomUUID() }),
    ];
    const attempts = hundred
      .slice(0, 10)
      .flatMap(() => [...ofOwner(), approve(one), approve(other)]);
    const codes = (await Promise.allSettled(attempts)).map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((_, n) => n % 4 < 2)).not.toContain('ok');
    const [row] = await world.db.query<{ by: string }>(
      'SELECT decided_by AS by FROM transactions WHERE id = $1',
      [id],
    );
    expect([one.userId, other.userId]).toContain(row?.by);
    expect(await world.wallet(owner)).toEqual({ balancePaise: 50_000, heldPaise: 0 });
  });

  test('a request concurrently claimed, undone, decided by another and executed has one outcome', async () => {
    const owner = await world.newActor();
    const reviewers = await Promise.all(
      hundred.slice(0, 5).map(() => world.newActor({ role: 'admin' })),
    );
    const [maker = world.admin] = reviewers;
    for (let round = 0; round < 10; round += 1) {
      const { id } = await world.deposit(owner, 1000);
      await decideOnDesk(world.deps, maker, { id, decision: 'approved', requestKey: randomUUID() });
      await world.db.query(
        'UPDATE waiting_decisions SET due_at = asked_at WHERE transaction_id = $1',
        [id],
      );
      const [undo, decided, ...others] = await Promise.allSettled([
        undoDecision(world.deps, maker, id),
        world.decide(id, 'rejected'),
        executeDueDecisions(world.deps),
        executeDueDecisions(world.deps),
        ...reviewers.map((reviewer) => claimRequest(world.deps, reviewer, id)),
      ]);
      const codes = [undo, decided, ...others].map(codeOf);
      expect(['ok', 'ALREADY_DECIDED', 'DECISION_WAITING']).toEqual(expect.arrayContaining(codes));
      // The other reviewer was refused while the decision could be undone, and then it was.
      const isStillPending = codeOf(undo) === 'ok' && codeOf(decided) === 'DECISION_WAITING';
      const trail = await world.db.query(
        `SELECT 1 FROM audit_log WHERE entity_id = $1::text AND action IN ('transaction.approve', 'transaction.reject')`,
        [id],
      );
      expect(trail).toHaveLength(isStillPending ? 0 : 1);
      const claims = await world.db.query(
        'SELECT 1 FROM request_claims WHERE transaction_id = $1',
        [id],
      );
      expect(claims.length).toBeLessThanOrEqual(1);
    }
    const [approved] = await world.db.query<{ count: number }>(
      `SELECT count(*) AS count FROM transactions WHERE user_id = $1 AND status = 'approved'`,
      [owner.userId],
    );
    const balancePaise = 1000 * (approved?.count ?? 0);
    expect(await world.wallet(owner)).toEqual({ balancePaise, heldPaise: 0 });
  });

  test('a deposit sent twice concurrently with one key is one deposit with one receipt', async () => {
    const owner = await world.newActor();
    const form = { amount: '500', requestKey: randomUUID() };
    const send = () => requestDeposit(world.deps, owner, { form, receipt: buildReceipt() });
    const [one, other] = await Promise.all([send(), send()]);
    expect(one.answer).toEqual(other.answer);
    expect([one.unused, other.unused].sort()).toEqual([false, true]);
    const rows = await world.db.query('SELECT 1 FROM files WHERE user_id = $1', [owner.userId]);
    expect(rows).toHaveLength(1);
  });

  test('a withdrawal sent 20 times concurrently with one key holds funds once', async () => {
    const owner = await world.newActor({ balancePaise: 10_000 });
    const bankAccountId = await world.newBankAccount(owner);
    const input = { amount: '60', bankAccountId, requestKey: randomUUID() };
    const answers = await Promise.all(
      hundred.slice(0, 20).map(() => requestWithdrawal(world.deps, owner, input)),
    );
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect(await world.wallet(owner)).toEqual({ balancePaise: 10_000, heldPaise: 6000 });
  });

  test('two servers give deposits of the same millisecond different references', async () => {
    const owner = await world.newActor();
    await world.setNow(new Date('2026-11-02T00:00:00Z'));
    const servers = [await loadDeposits(), await loadDeposits()];
    const sent = hundred.slice(0, MAX_PENDING_REQUESTS / 2).flatMap(() =>
      servers.map((server) => {
        const form = { amount: '1', requestKey: randomUUID() };
        return server.requestDeposit(world.deps, owner, { form, receipt: buildReceipt() });
      }),
    );
    const references = (await Promise.all(sent)).map(({ answer }) => answer.referenceId);
    expect(new Set(references).size).toBe(MAX_PENDING_REQUESTS);
    expect(references.every((reference) => /^DEP-\d{13}$/.test(reference))).toBe(true);
  });

  test('concurrent rollups keep the totals correct while deposits arrive', async () => {
    const owner = await world.newActor();
    await Promise.all([
      ...hundred.slice(0, 30).map(() => world.deposit(owner, 1000)),
      ...hundred.slice(0, 30).map(() => project(world.db)),
    ]);
  });
});

describe('a server that crashes', () => {
  test('during a withdrawal request leaves no trace of it', async () => {
    const owner = await world.newActor({ balancePaise: 10_000 });
    const bankAccountId = await world.newBankAccount(owner);
    const before = await snapshot();
    const dying = {
      ...world.deps,
      db: {
        ...world.db,
        transaction: <Result>(work: Parameters<typeof world.db.transaction<Result>>[0]) =>
          world.db.transaction<Result>(async (tx) => {
            await work(tx);
            const [backend] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
            await world.db.query('SELECT pg_terminate_backend($1)', [backend?.pid]);
            throw new Error('unreachable unless the backend is gone');
          }),
      },
    };
    const input = { amount: '60', bankAccountId, requestKey: randomUUID() };
    await expect(requestWithdrawal(dying, owner, input)).rejects.toThrow();
    expect(await snapshot()).toEqual(before);
    expect((await requestWithdrawal(world.deps, owner, input)).amountPaise).toBe(toPaise(6000));
  });

  async function snapshot() {
    const tables = ['transactions', 'wallet_balances', 'ledger_entries', 'audit_log', 'events'];
    const sums = tables.map((table) =>
      world.db.query(`SELECT md5(string_agg(t::text, '' ORDER BY t::text)) FROM ${table} t`),
    );
    return Promise.all(sums);
  }
});
