import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminTransactionFilters } from '#contract/transactions/schema.ts';
import { digitGrams } from '#server/platform/lists/search.ts';
import { type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { listTransactions, searchTransactions } from './search-transactions.ts';

const ROWS = 7000;
const beneficiary = {
  accountHolderName: 'A',
  accountNumber: '12345',
  bankName: 'B',
  ifscCode: null,
};
let world: MoneyWorld;

interface Stored {
  id: string;
  userId: string;
  userName: string;
  type: string;
  status: string;
  referenceId: string;
  paymentMethod: string | null;
  createdAt: Date;
  approvedAt: Date | null;
}
let stored: Stored[];

beforeAll(async () => {
  world = await openMoneyWorld();
  const owners = await Promise.all(Array.from({ length: 3 }, () => world.newActor()));
  // One in ten is pending, one in twenty rejected, three in ten are withdrawals; times repeat. Decisions take up to 2 days.
  await world.db.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, status, payment_method, reference_id, beneficiary,
       receipt_url, decided_at, approved_at, created_at, updated_at)
     SELECT ($1::uuid[])[CASE WHEN n % 500 = 0 THEN 3 ELSE 1 + n % 2 END], gen_random_uuid(),
       kind.type, 1000 + n, kind.status,
       CASE WHEN kind.type = 'deposit' THEN CASE WHEN n % 700 = 1 THEN 'Bank_Transfer 100%' ELSE 'UPI' END END,
       CASE kind.type WHEN 'deposit' THEN 'DEP-' ELSE 'WDL' END || (1700000000000 + n),
       CASE kind.type WHEN 'withdrawal' THEN $3::jsonb END, '/receipt',
       CASE WHEN kind.status <> 'pending' THEN decision END, CASE WHEN kind.status = 'approved' THEN decision END,
       moment, moment
     FROM generate_series(1, $2::int) n
     CROSS JOIN LATERAL (SELECT CASE WHEN n % 10 < 3 THEN 'withdrawal' ELSE 'deposit' END AS type,
       CASE WHEN n % 20 = 7 THEN 'rejected' WHEN n % 10 = 4 THEN 'pending' ELSE 'approved' END AS status) AS kind
     CROSS JOIN LATERAL (SELECT timestamptz '2026-10-01T00:00:00+05:30' + (n / 3) * interval '9 minutes' AS moment) AS m
     CROSS JOIN LATERAL (SELECT moment + (n % 3) * interval '1 day' AS decision) AS d`,
    [owners.map(({ userId }) => userId), ROWS, beneficiary],
  );
  await world.db.query('VACUUM ANALYZE');
  stored = await world.db.query<Stored>(
    `SELECT t.id, t.user_id AS "userId", u.username::text AS "userName", t.type, t.status, t.payment_method AS "paymentMethod",
       t.reference_id AS "referenceId", t.created_at AS "createdAt",
       t.approved_at AS "approvedAt"
     FROM transactions t JOIN users u ON u.id = t.user_id ORDER BY t.created_at DESC, t.id DESC`,
  );
});
afterAll(() => world.close());

/** Filters by the definition of section 5 of the specification. */
function matching(input: object): string[] {
  const { search, status, type, from, to, approvedOn } = adminTransactionFilters.parse(input);
  const dayOf = (at: Date) => new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const isIn = (row: Stored) => {
    const day = dayOf(row.createdAt);
    return (!from || day >= from) && (!to || day <= to);
  };
  const isApproved = (row: Stored) =>
    !approvedOn || (row.approvedAt !== null && dayOf(row.approvedAt) === approvedOn);
  const says = (row: Stored) =>
    [row.referenceId, row.paymentMethod ?? 'UPI', row.userId, row.userName].some((field) =>
      field.toLowerCase().includes(search.toLowerCase()),
    );
  return stored
    .filter((row) => status === 'all' || row.status === status)
    .filter((row) => type === 'all' || row.type === type)
    .filter((row) => isIn(row) && isApproved(row) && says(row))
    .map((row) => row.id);
}

async function searchAll(input: object, limit = 90) {
  const filters = adminTransactionFilters.parse(input);
  const ids: string[] = [];
  let cursor: string | undefined;
  let first: { total: number; totalIsExact: boolean } | undefined;
  do {
    const page = await searchTransactions(world.deps, world.admin.userId, {
      ...filters,
      cursor,
      limit,
    });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    first ??= page;
    ids.push(...page.rows.map((row) => row.id));
    cursor = page.nextCursor;
  } while (cursor);
  return { ids, total: first?.total ?? -1, totalIsExact: first?.totalIsExact };
}

const owner = (n: number) => stored.find((_, index) => index === n);
const searches: [string, () => object][] = [
  ['nothing', () => ({})],
  ['a status', () => ({ status: 'rejected' })],
  ['a type', () => ({ type: 'withdrawal' })],
  ['both', () => ({ status: 'pending', type: 'deposit' })],
  ['days', () => ({ from: '2026-10-03', to: '2026-10-04' })],
  ['one day of India', () => ({ from: '2026-10-03', to: '2026-10-03', type: 'deposit' })],
  ['a day of none', () => ({ from: '2020-01-01', to: '2020-01-01' })],
  ['the day of the approval', () => ({ approvedOn: '2026-10-05' })],
  ['it and a type', () => ({ approvedOn: '2026-10-05', type: 'deposit', status: 'approved' })],
  ['it and part of a reference', () => ({ approvedOn: '2026-10-05', search: '0000123' })],
  ['it and a common term', () => ({ approvedOn: '2026-10-05', search: 'dep-' })],
  ['it and two letters', () => ({ approvedOn: '2026-10-05', search: 'up' })],
  ['days before the first', () => ({ from: '0001-01-01', to: '1969-12-31' })],
  ['a whole reference', () => ({ search: owner(5)?.referenceId.toLowerCase() })],
  ['part of a few references', () => ({ search: '0000123' })],
  ['five digits', () => ({ search: '06543' })],
  ['the end of a reference', () => ({ search: owner(5)?.referenceId.slice(-5) })],
  ['letters and digits of some', () => ({ search: 'Dep-170000000012' })],
  ['part of all references of a type', () => ({ search: 'dep-' })],
  ['what the type contradicts', () => ({ search: 'dep-', type: 'withdrawal' })],
  ['a common term in days', () => ({ search: 'Upi', from: '2026-10-05', status: 'approved' })],
  ['a rare payment method', () => ({ search: 'BANK_transfer 100%' })],
  ['signs that LIKE reads', () => ({ search: 'b%k' })],
  ['a user of many', () => ({ search: owner(1)?.userName.toUpperCase() })],
  ['a user and a status', () => ({ search: owner(1)?.userName, status: 'rejected' })],
  ['an id of a user', () => ({ search: owner(2)?.userId.slice(9).toUpperCase() })],
  ['two letters', () => ({ search: 'up' })],
  ['two digits', () => ({ search: '17', type: 'withdrawal', status: 'rejected' })],
  ['nothing there', () => ({ search: 'no such thing' })],
];

describe.each(searches)('%s', (_, input) => {
  test('the search returns exactly the matching transactions, newest first, page by page', {
    tags: 'section-5',
  }, async () => {
    const expected = matching(input());
    const { ids, total, totalIsExact } = await searchAll(input());
    expect(ids).toEqual(expected);
    if (totalIsExact) expect(total).toBe(expected.length);
    else expect(total).toBeLessThanOrEqual(expected.length);
  });
});

test('the search within a tab returns only transactions of that tab', async () => {
  const term = owner(1)?.userName ?? '';
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listTransactions(world.deps, world.admin.userId, {
      type: 'deposit',
      tab: 'history',
      search: term,
      cursor,
      limit: 100,
    });
    ids.push(...page.rows.map((row) => row.id));
    cursor = page.nextCursor;
  } while (cursor);
  const decided = new Set(
    ['approved', 'rejected'].flatMap((status) =>
      matching({ search: term, status, type: 'deposit' }),
    ),
  );
  expect(new Set(ids)).toEqual(decided);
  expect(ids).toEqual(stored.map((row) => row.id).filter((id) => decided.has(id)));
});

test('the search index follows changes of a transaction and of its owner', async () => {
  const { id, userId } = stored[100] ?? { id: '', userId: '' };
  const find = async (search: string) => (await searchAll({ search })).ids;
  const change = (reference: string, method: string) =>
    world.db.query('UPDATE transactions SET reference_id = $2, payment_method = $3 WHERE id = $1', [
      id,
      reference,
      method,
    ]);
  const [{ reference = '', method = '' } = {}] = await world.db.query<Record<string, string>>(
    'SELECT reference_id AS reference, payment_method AS method FROM transactions WHERE id = $1',
    [id],
  );
  expect(await find(reference)).toEqual([id]);
  await change('IMP-98765', 'Cheque 4711/26');
  expect(await find(reference)).toEqual([]);
  expect(await find('imp-98765')).toEqual([id]);
  expect(await find('4711/')).toEqual([id]);
  expect(await find('CHEQUE')).toEqual([id]);
  await change(reference, method);
  await world.db.query('DELETE FROM transactions WHERE id = $1 AND user_id = $2', [id, userId]);
  expect(await find(reference)).toEqual([]);
});

test('the database and the server extract the same digit sequences', async () => {
  const texts = ['dep-1700000000123 upi', 'ಆಶಾ.7920 👩🏽12', '1234', '12345', 'bank transfer', ''];
  texts.push('1abcd2', '1abcde2', '1abcdefghi2jk', 'abcd1efghij', 'a1b2c3', '9a0e1b27-77c4-4e1f');
  for (const text of texts) {
    const [row] = await world.db.query<{ grams: string[] }>('SELECT digit_grams($1) AS grams', [
      text,
    ]);
    expect(row?.grams).toEqual(digitGrams(text));
  }
});
