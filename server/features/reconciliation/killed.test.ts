import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { createAccount } from '#server/features/statements/accounts/service.ts';
import { importStatement } from '#server/features/statements/importing/service.ts';
import { killedAt } from '#server/testing/killed-transactions.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { importAmounts, propose } from '#server/testing/statement-lines.ts';
import { acceptProposals } from './commands/service.ts';
import { matchNewLines } from './matching/service.ts';

let world: MoneyWorld;
beforeEach(async () => {
  world = await openMoneyWorld();
  return async () => {
    await expectVerified(world.db);
    await world.close();
  };
});

const { signal } = new AbortController();

async function countOf(sql: string, values: unknown[] = []): Promise<number> {
  const [row] = await world.db.query<{ n: number }>(`SELECT count(*)::int AS n ${sql}`, values);
  return row?.n ?? -1;
}

/** Imports an invented statement of three payments with these UTRs. */
async function importUtrs(
  deps: Deps,
  given: { accountId: string; requestKey: string; utrs: number[] },
) {
  const rows = given.utrs.map((utr, n) => `2026-11-0${n + 1},UPI/CR/${utr},,${500 + n}.00`);
  await importStatement(deps, world.admin, {
    form: {
      ...{ accountId: given.accountId, requestKey: given.requestKey, fileName: 'invented.csv' },
      ...{ isImport: true, remember: false, useSaved: false },
    },
    bytes: Buffer.from(['Date,Details,Debit,Credit', ...rows, ''].join('\n')),
  });
}

const newAccount = async () =>
  (
    await createAccount(world.deps, world.admin, {
      ...{ name: `Account ${randomUUID().slice(0, 8)}`, lastFour: null, isActive: true },
    })
  ).id;

let payments = 0;
function newUtrs(): number[] {
  payments += 3;
  return [0, 1, 2].map((n) => 630_500_000_000 + (payments + n) * 7919);
}

test('an import whose server is killed at any statement stores nothing, and its repetition each line once', async () => {
  let isCut = true;
  let cuts = 0;
  for (let at = 1; isCut; at += 1) {
    const given = { accountId: await newAccount(), requestKey: randomUUID(), utrs: newUtrs() };
    const killed = killedAt(world.deps, at);
    await importUtrs(killed.deps, given).catch(() => undefined);
    isCut = killed.isCut();
    const linesOf = () => countOf('FROM statement_lines WHERE account_id = $1', [given.accountId]);
    expect(await linesOf()).toBe(isCut ? 0 : 3);
    await importUtrs(world.deps, given);
    expect(await linesOf()).toBe(3);
    if (isCut) cuts += 1;
  }
  expect(cuts).toBeGreaterThan(5);
});

test('matching whose server is killed at any statement proposes each pair once', async () => {
  let isCut = true;
  let cuts = 0;
  for (let at = 1; isCut; at += 2) {
    const utrs = newUtrs();
    const ids = [];
    for (const [n, utr] of utrs.entries()) {
      const owner = await world.newActor();
      const form = { paymentMethod: 'UPI', utr: String(utr) };
      ids.push((await world.deposit(owner, (500 + n) * 100, {}, form)).id);
    }
    await importUtrs(world.deps, { accountId: await newAccount(), requestKey: randomUUID(), utrs });
    const killed = killedAt(world.deps, at);
    await matchNewLines(killed.deps, signal).catch(() => undefined);
    isCut = killed.isCut();
    await matchNewLines(world.deps, signal);
    const proposed = `FROM statement_matches WHERE request_id = ANY ($1::uuid[]) AND state = 'proposed' AND grade = 'certain'`;
    expect(await countOf(proposed, [ids])).toBe(3);
    if (isCut) cuts += 1;
  }
  expect(cuts).toBeGreaterThan(5);
});

test('accepted matches whose server is killed at any statement are all approved or none, and then once', async () => {
  const owner = await world.newActor();
  const balance = async () => (await world.wallet(owner)).balancePaise;
  let isCut = true;
  let cuts = 0;
  for (let at = 1; isCut; at += 2) {
    const amounts = [50_000, 70_000, 90_000];
    const { lineIds } = await importAmounts(world, amounts);
    const ids = [];
    for (const [n, paise] of amounts.entries()) {
      const { id: requestId } = await world.deposit(owner, paise);
      ids.push(await propose(world, { lineId: lineIds[n] ?? '', requestId }));
    }
    const before = await balance();
    const requestKey = randomUUID();
    const killed = killedAt(world.deps, at);
    await acceptProposals(killed.deps, world.admin, { ids, requestKey }).catch(() => undefined);
    isCut = killed.isCut();
    expect(await balance()).toBe(before + (isCut ? 0 : 210_000));
    await acceptProposals(world.deps, world.admin, { ids, requestKey });
    expect(await balance()).toBe(before + 210_000);
    if (isCut) cuts += 1;
  }
  expect(cuts).toBeGreaterThan(5);
});
