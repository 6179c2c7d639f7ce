import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDecimal } from '#contract/shared/money.ts';
import type { Database } from '#server/db/database.ts';
import { undoImport } from '#server/features/statements/import-statement.ts';
import { createAccount } from '#server/features/statements/statement-accounts.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { importRows } from '#server/testing/statement-lines.ts';
import { acceptProposals } from './decide-matches.ts';
import { matchNewLines } from './match-new-lines.ts';
import { getEvidence } from './read-matches.ts';
import { undoMatch } from './undo-match.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterAll(async () => {
  await expectVerified(world.db);
  await world.close();
});

const { signal } = new AbortController();
const run = (db: Database = world.db) => matchNewLines({ ...world.deps, db }, signal);

let payments = 0;
/** Returns a UTR and an amount that no other payment has. Numbers of two payments are not similar. */
function newPayment(): { utr: string; paise: number } {
  payments += 1;
  return { utr: String(630_500_000_000 + payments * 7919), paise: 500_00 + payments * 100 };
}

interface Payment {
  utr: string;
  paise: number;
  day?: string;
}

async function importPayments(paid: Payment[]): Promise<string> {
  const { deps, admin } = world;
  const account = await createAccount(deps, admin, {
    name: `Account ${randomUUID()}`,
    lastFour: null,
    isActive: true,
  });
  const rows = paid.map(({ utr, paise, day = '01/11/2026' }) => {
    const amount = toDecimal(Math.abs(paise));
    return `${day},UPI/CR/${utr}/ASHA INVENTED/SBIN,${paise < 0 ? `${amount},` : `,${amount}`}`;
  });
  const reading = await importRows(deps, admin, { accountId: account.id, dateOrder: 'dmy', rows });
  const importId = 'importId' in reading ? reading.importId : null;
  if (importId === null) throw new Error(`Not imported: ${JSON.stringify(reading)}`);
  return importId;
}

async function deposit({ utr, paise }: Payment): Promise<string> {
  const owner = await world.newActor();
  return (await world.deposit(owner, paise, {}, { paymentMethod: 'UPI', utr })).id;
}

/** Returns the proposals for deposits as `grade reason`, or null for a deposit without one. */
async function proposals(...ids: string[]) {
  const rows = await world.db.query<{ id: string; text: string }>(
    `SELECT request_id AS id, concat(grade, ' ', reason) AS text FROM statement_matches WHERE state = 'proposed'`,
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.text ?? null);
}

const findings = (id: string) =>
  world.db.query(
    'SELECT state, request_ids AS ids FROM statement_findings WHERE $1::uuid = ANY (request_ids)',
    [id],
  );

/** Returns the findings of lines that a reviewer of the deposit sees. */
const seenFindings = async (id: string) =>
  (await getEvidence(world.deps, world.admin.userId, id)).found.map(({ finding }) => finding);

const CERTAIN = 'certain utr_amount';

test('compares no deposit while no statement was imported', async () => {
  await deposit(newPayment());
  await run();
  expect(await world.db.query('SELECT FROM statement_lines LIMIT 1')).toEqual([]);
  expect(await world.db.query('SELECT FROM matched_requests')).toEqual([]);
});

test('matches a line with a deposit of before and with one of after', async () => {
  const [one, other] = [newPayment(), newPayment()];
  const before = await deposit(one);
  await run();
  await importPayments([one, other]);
  await run();
  expect(await proposals(before)).toEqual([CERTAIN]);
  const after = await deposit(other);
  await run();
  expect(await proposals(before, after)).toEqual([CERTAIN, CERTAIN]);
});

test('a second deposit with the UTR takes back the certainty until it is rejected', async () => {
  const payment = newPayment();
  const first = await deposit(payment);
  await importPayments([payment]);
  await run();
  const second = await deposit(payment);
  await run();
  expect(await proposals(first, second)).toEqual(Array(2).fill('possible utr_amount'));
  expect(await findings(first)).toEqual([{ state: 'two_requests', ids: [first, second] }]);
  expect(await seenFindings(first)).toEqual([]);
  await world.decide(second, 'rejected');
  await run();
  expect(await proposals(first, second)).toEqual(['likely utr_amount', null]);
  expect(await findings(first)).toEqual([]);
});

test('ends the proposal for a rejected deposit and reports its money', async () => {
  const payment = newPayment();
  const id = await deposit(payment);
  await importPayments([payment]);
  await run();
  await world.decide(id, 'rejected');
  await run();
  expect(await proposals(id)).toEqual([null]);
  expect(await findings(id)).toEqual([{ state: 'after_rejection', ids: [id] }]);
  expect(await seenFindings(id)).toEqual(['after_rejection']);
});

test('a payment of two deposits is not proposed any more when one of them has its own line', async () => {
  const owner = await world.newActor();
  const [one, other] = [newPayment(), newPayment()];
  const send = async ({ utr, paise }: Payment) =>
    (await world.deposit(owner, paise, {}, { paymentMethod: 'UPI', utr })).id;
  const ids = [await send(one), await send(other)];
  const proposed = () =>
    world.db.query(
      `SELECT request_id AS id, grade FROM statement_matches WHERE state = 'proposed' AND request_id = ANY ($1::uuid[])
       ORDER BY array_position($1::uuid[], request_id)`,
      [ids],
    );
  await importPayments([{ utr: other.utr, paise: one.paise + other.paise }]);
  await run();
  expect(await proposed()).toEqual(ids.map((id) => ({ id, grade: 'likely' })));
  await importPayments([one]);
  await run();
  expect(await proposed()).toEqual([{ id: ids[0], grade: 'certain' }]);
  await importPayments([{ utr: newPayment().utr, paise: 1_00 }]);
  await run();
  expect(await proposed()).toEqual([{ id: ids[0], grade: 'certain' }]);
});

test('nothing is certain if what could contradict was not all read', async () => {
  const payment = newPayment();
  const id = await deposit(payment);
  await importPayments([payment]);
  await matchNewLines(world.deps, signal, 1);
  expect(await proposals(id)).toEqual(['likely utr_amount']);
});

test('reports the money of a deposit that was approved before, until it is matched by hand', async () => {
  const payment = newPayment();
  const id = await deposit(payment);
  await world.decide(id, 'approved');
  await importPayments([payment]);
  await run();
  expect(await proposals(id)).toEqual([null]);
  expect(await findings(id)).toEqual([{ state: 'already_approved', ids: [id] }]);
});

test('a later import with the return ends the proposal', async () => {
  const payment = newPayment();
  const id = await deposit(payment);
  await importPayments([payment]);
  await run();
  await importPayments([{ ...payment, paise: -payment.paise, day: '02/11/2026' }]);
  await run();
  expect(await proposals(id)).toEqual([null]);
  expect(await findings(id)).toEqual([{ state: 'returned', ids: [id] }]);
});

test('matches the lines of an import that was undone and repeated', async () => {
  const payment = newPayment();
  const id = await deposit(payment);
  const importId = await importPayments([payment]);
  await run();
  await undoImport(world.deps, world.admin, importId);
  await run();
  expect(await proposals(id)).toEqual([null]);
  await importPayments([payment]);
  await run();
  expect(await proposals(id)).toEqual([CERTAIN]);
});

test('does not change anything in a second run', async () => {
  const payment = newPayment();
  await deposit(payment);
  await importPayments([payment]);
  await run();
  const rows = () => world.db.query('SELECT * FROM statement_matches ORDER BY id');
  const before = await rows();
  await run();
  expect(await rows()).toEqual(before);
});

/** Imports more payments than a batch has. Some deposits were sent before the import and some after it. */
async function buildMany() {
  const paid = Array.from({ length: 4 }, newPayment);
  const before = [];
  for (const payment of paid.slice(0, 2)) before.push(await deposit(payment));
  const importId = await importPayments([...paid, ...Array.from({ length: 2100 }, newPayment)]);
  for (const payment of paid.slice(2)) before.push(await deposit(payment));
  return { importId, requestIds: before };
}

/** Every match that was ever proposed for lines of an import. */
const everProposed = (importId: string) =>
  world.db.query<{ id: string }>(
    `SELECT m.request_id AS id FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id
     WHERE l.import_id = $1 ORDER BY m.request_id`,
    [importId],
  );

test('two servers that match concurrently propose each pair once', async () => {
  const { importId, requestIds } = await buildMany();
  await Promise.all([run(), run(), run(), run()]);
  await run();
  expect(await everProposed(importId)).toEqual(requestIds.toSorted().map((id) => ({ id })));
  expect(await proposals(...requestIds)).toEqual(requestIds.map(() => CERTAIN));
});

test.each([1, 2, 3])('continues after the server died in batch %i', async (batch) => {
  const { importId, requestIds } = await buildMany();
  let started = 0;
  const dying: Database = {
    ...world.db,
    transaction: (work, options) =>
      world.db.transaction(async (tx) => {
        const result = await work(tx);
        started += 1;
        if (started === batch) throw new Error('The server died');
        return result;
      }, options),
  };
  await expect(run(dying)).rejects.toThrow('died');
  await run();
  expect(await everProposed(importId)).toEqual(requestIds.toSorted().map((id) => ({ id })));
  expect(
    await world.db.query(
      'SELECT FROM statement_imports WHERE NOT is_matched AND undone_at IS NULL',
    ),
  ).toEqual([]);
});

test('freed money is compared again, and a pair that was undone is not proposed again', async () => {
  const { deps, admin } = world;
  const payment = newPayment();
  const wrong = await deposit(payment);
  await importPayments([payment]);
  await run();
  const [{ id = '' } = {}] = await world.db.query<{ id: string }>(
    `SELECT id FROM statement_matches WHERE request_id = $1 AND state = 'proposed'`,
    [wrong],
  );
  const accepted = await acceptProposals(deps, admin, { ids: [id], requestKey: randomUUID() });
  expect(accepted.results).toEqual([{ id }]);
  const right = await deposit(payment);
  await run();
  expect(await proposals(right)).toEqual([null]);
  await undoMatch(deps, admin, id);
  await run();
  expect(await proposals(wrong, right)).toEqual([null, expect.stringContaining('utr_amount')]);
  const [{ status } = {}] = await world.db.query<{ status: string }>(
    'SELECT status FROM transactions WHERE id = $1',
    [wrong],
  );
  expect(status).toBe('approved');
});

test('pages hear when an import without any match was compared, because they show the time up to which it was', async () => {
  await run();
  await importPayments([newPayment()]);
  const events = () =>
    world.db.query(`SELECT id FROM events WHERE payload->>'entity' = 'statement' ORDER BY id`);
  const before = await events();
  await run();
  expect(await events()).toHaveLength(before.length + 1);
  await run();
  expect(await events()).toHaveLength(before.length + 1);
});
