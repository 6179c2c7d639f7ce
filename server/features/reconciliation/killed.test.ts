import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Deps } from '#server/deps/deps.ts';
import { createAccount } from '#server/features/statements/statement-accounts.ts';
import { killedAt } from '#server/testing/killed-transactions.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { importAmounts, importRows, propose } from '#server/testing/statement-lines.ts';
import { acceptProposals, markNotOurs, matchByHand } from './decide-matches.ts';
import { matchNewLines } from './match-new-lines.ts';
import { undoMatch } from './undo-match.ts';

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
  by = world.admin,
) {
  const { utrs, ...form } = given;
  const rows = utrs.map((utr, n) => `2026-11-0${n + 1},UPI/CR/${utr},,${500 + n}.00`);
  await importRows(deps, by, { ...form, rows });
}

/** A loaded machine needs a minute for the many runs. */
const PATIENCE_MS = 240_000;

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

test('matching whose server is killed at any statement proposes each pair once', {
  timeout: PATIENCE_MS,
}, async () => {
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

test('an accepted match whose server is killed at any statement waits for its undo time, or is not chosen', async () => {
  const owner = await world.newActor();
  let isCut = true;
  let cuts = 0;
  for (let at = 1; isCut; at += 1) {
    const { lineIds } = await importAmounts(world, [50_000]);
    const { id: requestId } = await world.deposit(owner, 50_000);
    const id = await propose(world, { lineId: lineIds[0] ?? '', requestId, grade: 'likely' });
    const killed = killedAt(world.deps, at);
    const given = { ids: [id], undoable: true, requestKey: randomUUID() };
    await acceptProposals(killed.deps, world.admin, given).catch(() => undefined);
    isCut = killed.isCut();
    const chosen = await countOf('FROM statement_matches WHERE id = $1 AND chosen_by IS NOT NULL', [
      id,
    ]);
    const waiting = await countOf('FROM waiting_decisions WHERE transaction_id = $1', [requestId]);
    expect([chosen, waiting]).toEqual(isCut ? [0, 0] : [1, 1]);
    if (isCut) cuts += 1;
  }
  expect(cuts).toBeGreaterThan(5);
});

test('two administrators who import overlapping files and match the same lines concurrently credit each deposit once', async () => {
  const other = await world.newActor({ role: 'admin' });
  const owner = await world.newActor();
  const accountId = await newAccount();
  const utrs = [...newUtrs(), ...newUtrs()];
  const deposits: Awaited<ReturnType<MoneyWorld['deposit']>>[] = [];
  for (const [n, utr] of utrs.entries()) {
    const form = { paymentMethod: 'UPI', utr: String(utr) };
    deposits.push(await world.deposit(owner, (500 + (n % 3)) * 100, {}, form));
  }
  const parts = [utrs.slice(0, 3), utrs.slice(3), utrs.slice(0, 3), utrs.slice(3)];
  await Promise.all([
    ...parts.map((part, n) => {
      const by = n < 2 ? world.admin : other;
      return importUtrs(world.deps, { accountId, requestKey: randomUUID(), utrs: part }, by);
    }),
    ...[1, 2, 3].map(() => matchNewLines(world.deps, signal)),
  ]);
  await matchNewLines(world.deps, signal);
  const ids = deposits.map(({ id }) => id);
  const proposals = await world.db.query<{ id: string; lineId: string; requestId: string }>(
    `SELECT id, line_id AS "lineId", request_id AS "requestId" FROM statement_matches
     WHERE request_id = ANY ($1::uuid[]) AND state = 'proposed' ORDER BY id`,
    [ids],
  );
  expect(proposals).toHaveLength(6);
  const byTwo = [world.admin, other, world.admin, other];
  const outcomes = await Promise.allSettled([
    ...byTwo.map((by, n) => {
      const own = proposals.filter((_, at) => at % 2 === n % 2 || n < 2);
      return acceptProposals(world.deps, by, {
        ...{ ids: own.map(({ id }) => id), requestKey: randomUUID() },
      });
    }),
    ...proposals.flatMap(({ lineId, requestId }, n) =>
      byTwo.map((by) => {
        const paise = deposits.find(({ id }) => id === requestId)?.amountPaise ?? 0;
        const given = { lineId, parts: [{ requestId, paise }], requestKey: randomUUID() };
        return n % 2 === 0
          ? matchByHand(world.deps, by, given)
          : markNotOurs(world.deps, by, { lineId, note: 'Invented', requestKey: randomUUID() });
      }),
    ),
    ...proposals.map(({ id }, n) => undoMatch(world.deps, byTwo[n % 2] ?? other, id)),
  ]);
  const faults = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(faults.filter((code) => code === undefined)).toEqual([]);
  expect(await countOf('FROM statement_lines WHERE account_id = $1', [accountId])).toBe(6);
  const approved = `FROM transactions WHERE id = ANY ($1::uuid[]) AND status = 'approved'`;
  const credited = await world.db.query<{ paise: number }>(
    `SELECT coalesce(sum(amount_paise), 0)::int AS paise ${approved}`,
    [ids],
  );
  expect((await world.wallet(owner)).balancePaise).toBe(credited[0]?.paise);
});
