import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type PassbookRow,
  type TransactionFilters,
  transactionFilters,
} from '#contract/transactions/schema.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { listPassbook } from './passbook.ts';
import { exportPassbook, passbookFileName } from './passbook-csv.ts';

let world: MoneyWorld;
let owner: Actor;
beforeAll(async () => {
  world = await openMoneyWorld();
  owner = await makeHistory();
});
afterAll(async () => {
  await expectVerified(world.db, { withoutRecords: true });
  await world.close();
});

/**
 * Creates 40 requests on days that differ between UTC and India. Many share a millisecond, and decisions are in another
 * order.
 */
async function makeHistory(): Promise<Actor> {
  const someone = await world.newActor();
  const account = await world.newBankAccount(someone);
  const moments = ['10:00', '18:29', '18:30', '23:59'].flatMap((time) =>
    [1, 2, 3].map((day) => new Date(`2026-10-0${day}T${time}:59.999Z`)),
  );
  const waiting: string[] = [];
  for (const [index, moment] of moments.sort((a, b) => +a - +b).entries()) {
    await world.setNow(moment);
    waiting.push((await world.deposit(someone, 100_000 + index)).id);
    waiting.push((await world.deposit(someone, 5000 + index)).id);
    // The first deposit is approved immediately, so that there is a balance to withdraw.
    const first = waiting.shift();
    if (first) await world.decide(first, 'approved');
    waiting.push((await world.withdraw(someone, 1000 + index, account)).id);
  }
  await world.setNow(new Date('2026-10-05T00:00:00Z'));
  for (const [index, id] of waiting.reverse().entries()) {
    if (index % 4 !== 0) await world.decide(id, index % 4 === 1 ? 'rejected' : 'approved');
  }
  return someone;
}

const filters = (given: Partial<TransactionFilters> = {}) => transactionFilters.parse(given);

async function readAll(someone: Actor, given: Partial<TransactionFilters>, limit: number) {
  const rows: PassbookRow[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await listPassbook(world.deps, someone, { ...filters(given), limit, cursor });
    rows.push(...page.rows);
    if (page.total !== undefined) totals.add(page.total);
    cursor = page.nextCursor;
  } while (cursor);
  return { rows, totals: [...totals] };
}

interface Expected {
  id: string;
  type: string;
  status: string;
  created_at: Date;
  reference_id: string;
  runningBalancePaise: number;
}

/** Computes the passbook from the whole history, by the definition of section 5. */
async function bruteForce(someone: Actor): Promise<Expected[]> {
  const rows = await world.db.query<Expected & { amount_paise: number }>(
    'SELECT * FROM transactions WHERE user_id = $1 ORDER BY created_at, id',
    [someone.userId],
  );
  let balance = 0;
  return rows
    .map((row) => {
      const signed = row.type === 'deposit' ? row.amount_paise : -row.amount_paise;
      if (row.status === 'approved') balance += signed;
      return { ...row, runningBalancePaise: balance };
    })
    .reverse();
}

const shown = (rows: { id: string; runningBalancePaise: number }[]) =>
  rows.map((row) => [row.id, row.runningBalancePaise]);

describe('requests made while clocks step back', () => {
  let someone: Actor;
  const made: string[] = [];
  beforeAll(async () => {
    someone = await world.newActor();
    const account = await world.newBankAccount(someone);
    // Fixed: all clocks of a money world are set, and stand still.
    const noon = new Date('2026-10-10T12:00:00+05:30').getTime();
    for (let n = 0; n < 24; n += 1) {
      // Every third request has the time of another one; the others jump by hours.
      await world.setNow(new Date(noon + (n % 3 === 0 ? 0 : (n % 7) * (-1) ** n) * 3_600_000));
      const { id } =
        n % 2 === 0
          ? await world.deposit(someone, 5000)
          : await world.withdraw(someone, 5000, account);
      await world.decide(id, 'approved');
      made.unshift(id);
    }
    await world.setNow(new Date('2026-10-11T00:00:00Z'));
  });

  test.each([
    ['', 1],
    ['', 5],
    ['-', 1],
    ['-', 5],
  ])(
    'are listed once, in their order, with the search “%s” in pages of %i',
    async (search, limit) => {
      const { rows } = await readAll(someone, { search }, limit);
      expect(rows.map(({ id }) => id)).toEqual(made);
      expect(rows.map((row) => row.runningBalancePaise)).toEqual(
        made.map((_, n) => (n % 2 === 0 ? 0 : 5000)),
      );
    },
  );
});

describe('the running balance of the passbook', () => {
  test.each([1, 3, 7, 100])('is correct on every page of %i rows', async (limit) => {
    const expected = await bruteForce(owner);
    const { rows, totals } = await readAll(owner, {}, limit);
    expect(shown(rows)).toEqual(shown(expected));
    expect(totals).toEqual([expected.length]);
  });

  test.each<[string, Partial<TransactionFilters>, (row: Expected) => boolean]>([
    ['deposits', { type: 'deposit' }, (row) => row.type === 'deposit'],
    ['rejected', { status: 'rejected' }, (row) => row.status === 'rejected'],
    [
      'approved withdrawals',
      { type: 'withdrawal', status: 'approved' },
      (row) => row.type === 'withdrawal' && row.status === 'approved',
    ],
    [
      'a day of Asia/Kolkata',
      { from: '2026-10-02', to: '2026-10-02' },
      ({ created_at: at }) =>
        at >= new Date('2026-10-01T18:30:00Z') && at < new Date('2026-10-02T18:30:00Z'),
    ],
    [
      'from a day on',
      { from: '2026-10-03' },
      (row) => row.created_at >= new Date('2026-10-02T18:30Z'),
    ],
    ['up to a day', { to: '2026-10-01' }, (row) => row.created_at < new Date('2026-10-01T18:30Z')],
    ['a reference in capitals', { search: 'WDL' }, (row) => row.reference_id.startsWith('WDL')],
    [
      'a reference in small letters',
      { search: 'wdl' },
      (row) => row.reference_id.startsWith('WDL'),
    ],
    ['a text that only looks like a pattern', { search: '%' }, () => false],
    [
      'a text and a type',
      { search: 'p-17', type: 'deposit', status: 'approved' },
      (row) => row.reference_id.startsWith('DEP-17') && row.status === 'approved',
    ],
    [
      'a text on a day',
      { search: 'wdl', from: '2026-10-02', to: '2026-10-02' },
      ({ reference_id: reference, created_at: at }) =>
        reference.startsWith('WDL') &&
        at >= new Date('2026-10-01T18:30:00Z') &&
        at < new Date('2026-10-02T18:30:00Z'),
    ],
    [
      'a status on a day',
      { status: 'approved', from: '2026-10-01', to: '2026-10-01' },
      (row) => row.status === 'approved' && row.created_at < new Date('2026-10-01T18:30Z'),
    ],
    ['days before all days', { from: '0000-01-01', to: '0001-01-01' }, () => false],
    ['days after all days', { from: '9999-12-31', to: '9999-12-31' }, () => false],
  ])('does not depend on the filter: %s', { tags: 'section-5' }, async (_, given, matches) => {
    const expected = (await bruteForce(owner)).filter(matches);
    const { rows, totals } = await readAll(owner, given, 4);
    expect(shown(rows)).toEqual(shown(expected));
    expect(totals).toEqual([expected.length]);
  });

  test('is found in a search by row id, and in all rows by the username', async () => {
    const expected = await bruteForce(owner);
    const some = expected[10];
    const byId = await readAll(owner, { search: some?.id.toUpperCase() ?? '' }, 4);
    expect(shown(byId.rows)).toEqual([[some?.id, some?.runningBalancePaise]]);
    const byName = await readAll(owner, { search: owner.username.slice(2, 9).toUpperCase() }, 50);
    expect(byName.rows).toHaveLength(expected.length);
  });

  test('includes the late approval of an old request', async () => {
    const pending = (await bruteForce(owner)).filter((row) => row.status === 'pending');
    const oldest = pending.at(-1);
    await world.decide(oldest?.id ?? '', 'approved');
    const { rows } = await readAll(owner, {}, 5);
    expect(shown(rows)).toEqual(shown(await bruteForce(owner)));
  });

  test('includes the caller’s rows only', async () => {
    const other = await world.newActor({ balancePaise: 700 });
    const { rows } = await readAll(other, {}, 5);
    expect(rows.map((row) => row.runningBalancePaise)).toEqual([700]);
    expect((await readAll(other, { search: owner.username }, 5)).rows).toEqual([]);
  });
});

describe('the passbook export', () => {
  async function exported(
    someone: Actor,
    given: Partial<TransactionFilters> = {},
  ): Promise<string> {
    let text = '';
    for await (const part of exportPassbook(world.deps, someone, filters(given))) text += part;
    return text;
  }

  test('contains every matching row, newest first, with its balance', async () => {
    const [header, ...lines] = (await exported(owner, { type: 'deposit' })).trimEnd().split('\r\n');
    expect(header).toBe(
      '\uFEFFDate,Transaction ID,Type,Amount,Status,Payment Method,Notes,Balance,UTR / reference number',
    );
    const { rows } = await readAll(owner, { type: 'deposit' }, 100);
    expect(lines).toHaveLength(rows.length);
    expect(lines.map((line) => line.split(',')[1])).toEqual(rows.map((row) => row.referenceId));
    const [oldest] = lines.toReversed();
    expect(oldest).toMatch(
      /^2026-10-01 15:30:59,DEP-\d{13},deposit,1000\.00,approved,UPI,N\/A,1000\.00,$/,
    );
  });

  test('escapes formulas, and quotes commas and line breaks', async () => {
    const someone = await world.newActor();
    const { id } = await world.deposit(someone, 100);
    const notes = '=HYPERLINK("http://evil.example","a,b")\nmore';
    await world.db.query('UPDATE transactions SET user_notes = $2 WHERE id = $1', [id, notes]);
    expect(await exported(someone)).toContain(
      `"'=HYPERLINK(""http://evil.example"",""a,b"")\nmore"`,
    );
  });

  test('is complete for more rows than one batch', async () => {
    const someone = await world.newActor();
    await world.db.query(
      `INSERT INTO transactions (user_id, id, type, amount_paise, reference_id, permanent_receipt_url,
         receipt_url, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'deposit', 100, 'OLD-' || n, NULL, 'https://example.com/' || n,
         timestamptz '2026-09-01' + n * interval '1 minute', now() FROM generate_series(1, 2500) AS n`,
      [someone.userId],
    );
    const lines = (await exported(someone)).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2501);
    expect(new Set(lines).size).toBe(2501);
  });

  test('has a file name with the date in Asia/Kolkata', () => {
    expect(passbookFileName(new Date('2026-11-20T18:29:59Z'))).toBe('passbook-2026-11-20.csv');
    expect(passbookFileName(new Date('2026-11-20T18:30:00Z'))).toBe('passbook-2026-11-21.csv');
  });
});
