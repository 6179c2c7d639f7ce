import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Settings } from '#contract/settings/table.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { approvalCommands } from '#server/app/approval-commands.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { automaticInvariants } from '#server/ledger/verify/automatic-invariants.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { watchStatements } from '#server/testing/failing-batches.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { importAmounts, propose } from '#server/testing/statement-lines.ts';
import { confirmApproval } from '../approvals/answer-approvals.ts';
import { runWithoutApproval } from '../approvals/require-approval.ts';
import { decideTransactions } from '../review/decide.ts';
import { saveSettings } from '../settings/settings.ts';
import { approveCertainMatches } from './approve-certain.ts';
import { acceptProposals } from './decide-matches.ts';
import { undoMatch } from './undo-match.ts';

let world: MoneyWorld;
let importer: Actor;
const at = new Date('2026-11-01T10:00:00Z');
/** A person decides about the first deposit of an account, so each has an earlier one. */
const EARLIER = 20_000;
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

beforeEach(async () => {
  world = await openMoneyWorld();
  importer = await world.newActor({ role: 'admin' });
  await world.db.query('UPDATE sessions SET confirmed_at = created_at');
  return async () => {
    await expectVerified(world.db);
    await world.close();
  };
});

/** Changes settings on the command line. */
const set = (changes: Partial<Settings>) =>
  runWithoutApproval(world.deps, (inner) => saveSettings(inner, COMMAND_LINE, changes));
const { signal } = new AbortController();
const run = () => approveCertainMatches(world.deps, signal);

interface Pair {
  id: string;
  requestId: string;
  lineId: string;
  owner: Actor;
}

/** Imports the payment of a deposit, and proposes the match that matching would find. */
async function pay(paise: number, given: { by?: Actor; owner?: Actor } = {}): Promise<Pair> {
  const owner = given.owner ?? (await world.newActor({ balancePaise: EARLIER }));
  const { lineIds } = await importAmounts(world, [paise], { by: given.by ?? importer });
  const [lineId = ''] = lineIds;
  const { id: requestId } = await world.deposit(owner, paise);
  const id = await propose(world, { lineId, requestId, at });
  return { id, requestId, lineId, owner };
}

/** Returns the sum of credits after the earlier deposit. */
const balanceOf = async ({ owner }: Pair) => (await world.wallet(owner)).balancePaise - EARLIER;

async function refusalOf({ id }: Pair): Promise<string | null | undefined> {
  const [row] = await world.db.query<{ code: string | null }>(
    'SELECT not_automatic AS code FROM statement_matches WHERE id = $1',
    [id],
  );
  return row?.code;
}

test('without the setting nothing is approved', async () => {
  const pair = await pay(50_000);
  await world.setNow(minutesLater(60));
  await run();
  expect(await balanceOf(pair)).toBe(0);
});

test('a certain match is approved after the waiting time, with the line and both people as evidence', async () => {
  await set({ autoApproval: true });
  const pair = await pay(50_000);
  await world.setNow(minutesLater(14));
  await run();
  expect(await balanceOf(pair)).toBe(0);
  await world.setNow(minutesLater(16));
  await run();
  await run();
  expect(await balanceOf(pair)).toBe(50_000);
  const [record] = await world.db.query(
    `SELECT actor_id AS actor, ip, after -> 'lineIds' AS "lineIds", after -> 'importedBy' AS "importedBy",
       after -> 'enabledBy' AS "enabledBy" FROM audit_log WHERE action = 'transaction.approve' AND entity_id = $1`,
    [pair.requestId],
  );
  expect(record).toEqual({
    actor: null,
    ip: null,
    lineIds: [pair.lineId],
    importedBy: importer.userId,
    enabledBy: null,
  });
  const [request] = await world.db.query(
    'SELECT status, decided_by AS by, approved_by AS "approvedBy" FROM transactions WHERE id = $1',
    [pair.requestId],
  );
  expect(request).toEqual({ status: 'approved', by: null, approvedBy: null });
  const told = await world.db.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM notifications WHERE data ->> 'change' = 'automaticApprovals'`,
  );
  const ids = told.map(({ userId }) => userId);
  expect(ids).toEqual(expect.arrayContaining([world.admin.userId, importer.userId]));
});

test('an approved amount counts towards the limit of the day, also after its match is undone', async () => {
  await set({ autoApproval: true, autoApprovalPaise: 60_000, autoApprovalDayPaise: 100_000 });
  const [first, above, second, third] = [
    await pay(60_000),
    await pay(60_100),
    await pay(50_000),
    await pay(40_000),
  ];
  await world.setNow(minutesLater(20));
  await run();
  expect(await Promise.all([first, above, second, third].map(balanceOf))).toEqual([
    ...[60_000, 0, 0, 40_000],
  ]);
  await undoMatch(world.deps, world.admin, first.id);
  await run();
  expect(await balanceOf(second)).toBe(0);
  await world.setNow(minutesLater(24 * 60));
  await run();
  expect(await balanceOf(second)).toBe(50_000);
});

test('an amount that needs a second approval is left to people, also while only one administrator is active', async () => {
  await setRules(world.db, { deposit: { thresholdPaise: 40_000 } });
  await set({ autoApproval: true });
  const pair = await pay(50_000);
  await world.db.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [world.admin.userId]);
  await world.setNow(minutesLater(20));
  await run();
  await world.db.query(`UPDATE users SET status = 'active' WHERE id = $1`, [world.admin.userId]);
  expect(await balanceOf(pair)).toBe(0);
  expect(await refusalOf(pair)).toBe('SECOND_APPROVAL_REQUIRED');
  const [{ count } = { count: -1 }] = await world.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM approval_requests',
  );
  expect(count).toBe(0);
});

test('an administrator who changed the settings alone cannot import the money', async () => {
  await world.db.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [world.admin.userId]);
  await saveSettings(world.deps, importer, { autoApproval: true });
  await world.db.query(`UPDATE users SET status = 'active' WHERE id = $1`, [world.admin.userId]);
  const own = await pay(50_000);
  const ofOther = await pay(51_000, { by: world.admin });
  await world.setNow(minutesLater(20));
  await run();
  expect(await balanceOf(own)).toBe(0);
  expect(await refusalOf(own)).toBe('AUTOMATIC_APPROVAL_ALONE');
  expect(await balanceOf(ofOther)).toBe(51_000);
});

test('the setting needs a second approval; then its administrator may import', async () => {
  await setRules(world.db, { securitySettings: {} });
  const enable = saveSettings(world.deps, importer, { autoApproval: true });
  const id = await approvalOf(enable);
  await confirmApproval(world.deps, world.admin, { id, executor: approvalCommands });
  const pair = await pay(50_000);
  await world.setNow(minutesLater(20));
  await run();
  expect(await balanceOf(pair)).toBe(50_000);
});

test('lines of a session that was not confirmed, and of a person who lost the right, approve nothing', async () => {
  const before = await pay(50_000, { by: { ...importer, isConfirmed: false } });
  await set({ autoApproval: true });
  await world.db.query('UPDATE sessions SET confirmed_at = NULL WHERE user_id = $1', [
    importer.userId,
  ]);
  await expect(pay(50_000)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  await world.db.query('UPDATE sessions SET confirmed_at = created_at');
  const after = await pay(52_000);
  await world.db.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [importer.userId]);
  await world.setNow(minutesLater(20));
  await run();
  await world.db.query(`UPDATE users SET status = 'active' WHERE id = $1`, [importer.userId]);
  expect([await balanceOf(before), await balanceOf(after)]).toEqual([0, 0]);
  expect([await refusalOf(before), await refusalOf(after)]).toEqual([null, 'ACCOUNT_INACTIVE']);
});

test("the importer's request and those with a warning that stops them are left to people, a first deposit is not", async () => {
  await set({ autoApproval: true });
  const first = await pay(49_000, { owner: await world.newActor() });
  const owner = await world.newActor({ balancePaise: EARLIER });
  const utr = '630512345678';
  const twins = [await pay(50_000, { owner }), await pay(50_000, { owner })];
  await world.db.query('UPDATE transactions SET utr = $2 WHERE id = ANY ($1::uuid[])', [
    twins.map(({ requestId }) => requestId),
    utr,
  ]);
  const own = await pay(53_000, { owner: importer });
  await world.setNow(minutesLater(20));
  await run();
  expect(await Promise.all([...twins, own].map(refusalOf))).toEqual([
    ...['WARNING_NOT_ACKNOWLEDGED', 'WARNING_NOT_ACKNOWLEDGED', 'OWN_REQUEST'],
  ]);
  expect(await balanceOf(first)).toBe(49_000 - EARLIER);
});

test('two servers, people who accept and reject, and undone matches: each deposit is decided once', async () => {
  await set({ autoApproval: true, autoApprovalDayPaise: 100_000_000 });
  const pairs = [];
  for (let n = 0; n < 12; n += 1) pairs.push(await pay(50_000 + n * 100));
  await world.setNow(minutesLater(20));
  const reject = ({ requestId }: Pair) =>
    decideTransactions(world.deps, world.admin, {
      ids: [requestId],
      decision: 'rejected',
      notes: 'Invented',
      requestKey: randomUUID(),
    } as const);
  const accept = ({ id }: Pair) =>
    acceptProposals(world.deps, world.admin, { ids: [id], requestKey: randomUUID() });
  const dismiss = ({ id }: Pair) => undoMatch(world.deps, world.admin, id);
  const acts = [reject, accept, dismiss, () => Promise.resolve()];
  await Promise.all([
    ...[run(), run(), run()],
    ...pairs.map((pair, n) => acts[n % acts.length]?.(pair)),
  ]);
  await run();
  const rows = await world.db.query<{ status: string; n: number; balance: string }>(
    `SELECT t.status, (SELECT count(*)::int FROM audit_log l WHERE l.entity_id = t.id::text
       AND l.action IN ('transaction.approve', 'transaction.reject')) AS n
     FROM transactions t WHERE t.id = ANY ($1::uuid[])`,
    [pairs.map(({ requestId }) => requestId)],
  );
  expect(rows.every(({ status, n }) => n === (status === 'pending' ? 0 : 1))).toBe(true);
  const balances = await Promise.all(pairs.map(balanceOf));
  const approved = rows.filter(({ status }) => status === 'approved').length;
  expect(balances.filter((paise) => paise > 0)).toHaveLength(approved);
  expect(approved).toBeGreaterThanOrEqual(6);
});

test('switched off between two batches, nothing more is approved', async () => {
  await set({ autoApproval: true });
  const pair = await pay(50_000);
  await world.setNow(minutesLater(20));
  await Promise.all([set({ autoApproval: false }).then(run), run()]);
  const later = await pay(51_000);
  await run();
  expect(await balanceOf(later)).toBe(0);
  expect([0, 50_000]).toContain(await balanceOf(pair));
});

test('after a server is killed at any statement, the next one approves each deposit once', async () => {
  await set({ autoApproval: true, autoApprovalDayPaise: 100_000_000 });
  let cut = 0;
  for (let at = 1; ; at += 3) {
    const pair = await pay(50_000 + at * 100);
    await world.setNow(minutesLater(20));
    const wasCut = cut;
    let statement = 0;
    const kill = async (tx: Tx) => {
      statement += 1;
      if (statement !== at) return;
      cut += 1;
      const [backend] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await world.db.query('SELECT pg_terminate_backend($1, 1000)', [backend?.pid]);
    };
    const { db } = world.deps;
    const transaction: Deps['db']['transaction'] = (work, options) =>
      db.transaction((tx) => work(watchStatements(tx, () => kill(tx))), options);
    await approveCertainMatches({ ...world.deps, db: { ...db, transaction } }, signal).catch(
      () => undefined,
    );
    // The next batch may have been cut.
    expect([0, 50_000 + at * 100]).toContain(await balanceOf(pair));
    await run();
    expect(await balanceOf(pair)).toBe(50_000 + at * 100);
    if (cut === wasCut) break;
  }
  expect(cut).toBeGreaterThan(5);
});

const TAMPERED = {
  'an approval before the setting was on': `UPDATE audit_log SET created_at = now() + interval '1 year' WHERE action = 'settings.update'`,
  'a match that is not certain': `UPDATE statement_matches SET grade = 'likely'`,
  'another importer': 'UPDATE statement_imports SET imported_by = gen_random_uuid()',
  'a session without confirmation': 'UPDATE statement_imports SET confirmed_session_id = NULL',
  'no waiting time': 'UPDATE statement_matches SET created_at = accepted_at',
  'a match without an approval': `DELETE FROM audit_log WHERE action = 'transaction.approve'`,
  'a match of an administrator': 'UPDATE statement_matches SET accepted_by = line_id',
  'an amount above the maximum': `UPDATE audit_log SET after = after || '{"autoApprovalPaise": 1000}' WHERE action = 'settings.update'`,
  'amounts above the maximum of a day': `UPDATE audit_log SET created_at = created_at - interval '2 days',
    after = after || '{"autoApprovalDayPaise": 1000}' WHERE action = 'settings.update'`,
};

test('wallet verify finds automatic approvals that were tampered with', async () => {
  await set({ autoApproval: true });
  await pay(50_000);
  await world.setNow(minutesLater(20));
  await run();
  const found = [];
  for (const tampering of Object.values(TAMPERED)) found.push(await brokenAfter(tampering));
  expect(found.map((broken) => broken.length > 0)).toEqual(found.map(() => true));
  expect(await brokenAfter('SELECT')).toEqual([]);
});

/** Returns the broken invariants after a change that is rolled back. */
async function brokenAfter(tampering: string): Promise<string[]> {
  const found: string[] = [];
  const rolledBack = new Error('Rolled back');
  const work = async (tx: Tx) => {
    for (const table of ['audit_log', 'statement_imports', 'statement_matches']) {
      await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    }
    await tx.query(tampering);
    for (const { sql, title } of automaticInvariants) {
      if ((await tx.query(sql)).length > 0) found.push(title);
    }
    throw rolledBack;
  };
  await expect(world.db.transaction(work)).rejects.toBe(rolledBack);
  return found;
}
