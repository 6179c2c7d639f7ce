import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserId } from '#contract/shared/base.ts';
import { adminTransactionFilters } from '#contract/transactions/schema.ts';
import { type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { markDeleted } from '../../users/users.queries.ts';
import { exportTransactions } from './search-csv.ts';
import { searchTransactions } from './search-transactions.ts';

/** Transactions of a person who stays, and of three people whose accounts are deleted one after another. */
const ROWS = [40_000, 300, 1500, 20] as const;
/** A page reads at most five scans of 5,000 rows, and looks at the rows of a few thousand ids. */
const MOST_READ = 45_000;
let world: MoneyWorld;
let owners: UserId[];

beforeAll(async () => {
  world = await openMoneyWorld();
  owners = await Promise.all(ROWS.map(async () => (await world.newActor()).userId));
  for (const [at, userId] of owners.entries()) await addTransactions(userId, ROWS[at] ?? 0);
  await world.db.query('VACUUM ANALYZE');
});
afterAll(() => world.close());

/** The rows of all people begin at the same time; one in ten is pending and one in thirty is a withdrawal. */
async function addTransactions(userId: UserId, count: number): Promise<void> {
  await world.db.query(
    `INSERT INTO transactions (user_id, id, type, kind, amount_paise, status, reference_id, receipt_url, decided_at, approved_at, created_at, updated_at)
     SELECT $1::uuid, gen_random_uuid(), CASE WHEN n % 30 = 0 THEN 'withdrawal' ELSE 'deposit' END, 'adjustment', 100,
       CASE WHEN n % 10 = 3 THEN 'pending' ELSE 'approved' END, 'REF' || right($1::uuid::text, 6) || '-' || n, '/r',
       CASE WHEN n % 10 <> 3 THEN moment END, CASE WHEN n % 10 <> 3 THEN moment END, moment, moment
     FROM generate_series(1, $2::int) n
     CROSS JOIN LATERAL (SELECT timestamptz '2026-10-01T00:00:00+05:30' + n * interval '1 minute' AS moment) AS m`,
    [userId, count],
  );
}

async function deleteAccount(userId: UserId | undefined): Promise<void> {
  if (!userId) throw new Error('No user');
  await markDeleted(world.db.query, { userId, at: new Date(), isErasurePending: false });
}

async function addDeletedAccounts(count: number): Promise<void> {
  await world.db.query(
    `INSERT INTO users (id, username, password_hash, role, status, created_at, deleted_at)
     SELECT gen_random_uuid(), 'Gone ' || n, '', 'user', 'inactive', now(), now() FROM generate_series(1, $1::int) n`,
    [count],
  );
}

/** The references that match by the definition of the filters, newest first. */
async function matching(input: object): Promise<string[]> {
  const { search, status, type, from, to } = adminTransactionFilters.parse(input);
  const rows = await world.db.query<{ reference: string }>(
    `SELECT t.reference_id AS reference FROM transactions t JOIN users u ON u.id = t.user_id
     WHERE u.deleted_at IS NOT NULL AND $1 IN ('all', t.status) AND $2 IN ('all', t.type)
       AND (t.created_at AT TIME ZONE 'Asia/Kolkata')::date BETWEEN coalesce($3::date, '-infinity') AND coalesce($4::date, 'infinity')
       AND strpos(lower(concat_ws(' ', t.reference_id, u.username, u.id)), lower($5)) > 0
     ORDER BY t.created_at DESC, t.id DESC`,
    [status, type, from ?? null, to ?? null, search],
  );
  return rows.map(({ reference }) => reference);
}

async function listAll(input: object) {
  const filters = adminTransactionFilters.parse({ ...input, account: 'deleted' });
  const references: string[] = [];
  const pages: { total: number; totalIsExact: boolean }[] = [];
  let cursor: string | undefined;
  do {
    const reader = world.admin.userId;
    const page = await searchTransactions(world.deps, reader, { ...filters, cursor, limit: 90 });
    references.push(...page.rows.map((row) => row.referenceId));
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor);
  return { references, first: pages[0] };
}

async function exportAll(input: object): Promise<string[]> {
  const filters = adminTransactionFilters.parse({ ...input, account: 'deleted' });
  let text = '';
  for await (const part of exportTransactions(world.deps, filters)) text += part;
  const lines = text.split('\r\n').slice(1, -1);
  return lines.map((line) => line.split(',')[1] ?? '');
}

const filters: [string, () => object][] = [
  ['no other filter', () => ({})],
  ['a status', () => ({ status: 'pending' })],
  ['a rare type', () => ({ type: 'withdrawal' })],
  ['a status that no row has', () => ({ status: 'rejected' })],
  ['days', () => ({ from: '2026-10-01', to: '2026-10-01', status: 'approved' })],
  ['a term that all rows have', () => ({ search: 'ref' })],
  ['two characters', () => ({ search: '77', type: 'deposit' })],
  ['the username', () => ({ search: 'Deleted account' })],
  ['the reference of a person who stays', () => ({ search: `${owners[0]?.slice(-6)}-` })],
];

/** Parts of the statements that search; others read the rows of the page and their warnings. */
const SEARCHES = / AS (scanned|theirs|matching)|ANY \(\$3::uuid\[\]\)/;

/** How many rows of transactions the search for the first page reads. */
async function rowsRead(input: object): Promise<number> {
  const statements: [string, unknown[] | undefined][] = [];
  const query: typeof world.db.query = (sql, values) => {
    statements.push([sql, values]);
    return world.db.query(sql, values);
  };
  const db = Object.create(world.db, { query: { value: query } });
  const wanted = { ...adminTransactionFilters.parse({ ...input, account: 'deleted' }), limit: 90 };
  await searchTransactions({ db }, world.admin.userId, wanted);
  const searches = statements.filter(([sql]) => SEARCHES.test(sql));
  expect(searches.length).toBeGreaterThan(0);
  let read = 0;
  for (const [sql, values] of searches) {
    const [row] = await world.db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      values,
    );
    if (row) read += readBy(row['QUERY PLAN'][0].Plan);
  }
  return read;
}

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function readBy(node: PlanNode): number {
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const own = node['Relation Name'] === 'transactions' ? each * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, plan) => sum + readBy(plan), own);
}

const states: [string, () => Promise<void>][] = [
  ['no deleted account', async () => undefined],
  ['few transactions', () => deleteAccount(owners[1])],
  ['many transactions of few accounts', () => deleteAccount(owners[2])],
  ['many accounts', () => addDeletedAccounts(301)],
];

describe.each(states)('with %s', (_, arrange) => {
  beforeAll(arrange);

  test.each(filters)('the list and the export have exactly the matches of %s', async (_, input) => {
    const expected = await matching(input());
    const { references, first } = await listAll(input());
    expect(references).toEqual(expected);
    expect(await exportAll(input())).toEqual(expected);
    if (first?.totalIsExact) expect(first.total).toBe(expected.length);
    else expect(first?.total).toBeLessThanOrEqual(expected.length);
  });

  test.each(filters)('a page reads a limited number of rows for %s', async (_, input) => {
    expect(await rowsRead(input())).toBeLessThan(MOST_READ);
  });
});

test('the number of matches is exact while they are few', async () => {
  await world.db.query(`DELETE FROM users WHERE username LIKE 'Gone %'`);
  await world.db.query('UPDATE users SET deleted_at = NULL WHERE id = $1', [owners[2]]);
  await deleteAccount(owners[3]);
  const { first } = await listAll({});
  expect(first).toMatchObject({ total: 320, totalIsExact: true });
  expect((await listAll({ status: 'pending' })).first).toMatchObject({ total: 32 });
});
