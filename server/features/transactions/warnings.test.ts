import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { transactionId } from '#contract/shared/base.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { RelatedRequest } from '#contract/transactions/schema.ts';
import { adminTransactionFilters } from '#contract/transactions/schema.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { getDeskRequest, listQueue } from '../review/review-desk.ts';
import { listTransactions, searchTransactions } from './search/search-transactions.ts';
import { getTransaction } from './search/search-views.ts';
import type { WarningFacts } from './warnings.queries.ts';
import { isSameName, warningsOf } from './warnings.ts';

const usual: WarningFacts = {
  id: 'a',
  userId: 'b',
  type: 'deposit',
  amountPaise: 1000_00,
  firstName: 'Asha',
  lastName: 'Rao',
  userStatus: 'active',
  holderName: null,
  approved: 4,
  isWholeHistory: true,
  averagePaise: 1000_00,
  paidToAccount: 0,
  sameReceipt: [],
  hasSameAmount: false,
  isPaid: false,
  isAccountOfOthers: false,
  sameUtr: [],
};
const other: RelatedRequest = {
  id: transactionId.parse(randomUUID()),
  referenceId: 'DEP-1',
  userName: 'ravi',
  amountPaise: 100_00,
  status: 'approved',
  isCancelled: false,
  createdAt: new Date(0),
  receiptUrl: null,
};
const paidTo = (holderName: string): Partial<WarningFacts> => ({
  type: 'withdrawal',
  holderName,
  paidToAccount: 1,
});

describe('warningsOf', () => {
  it.each<[string, Partial<WarningFacts>, string[]]>([
    ['nothing unusual', {}, []],
    ['a first deposit', { approved: 0, averagePaise: null }, ['first']],
    ['a long history without a deposit', { approved: 0, isWholeHistory: false }, []],
    ['more than three times the average', { amountPaise: 3000_01 }, ['farAboveUsual']],
    ['three times the average', { amountPaise: 3000_00 }, []],
    ['an average of one request', { approved: 1, averagePaise: 1 }, []],
    ['a receipt of another deposit', { sameReceipt: [other] }, ['sameReceipt']],
    ['a UTR of another deposit', { sameUtr: [other] }, ['sameUtr']],
    ['another request for the amount', { hasSameAmount: true }, ['sameAmount']],
    [
      'what the money of a bank line clears',
      { hasSameAmount: true, amountPaise: 9000_00, sameUtr: [other], isPaid: true },
      ['sameUtr'],
    ],
    ['a deactivated user', { userStatus: 'inactive' }, ['inactiveUser']],
    ['a holder with the own name', paidTo('RAO, Asha'), []],
    ['a holder with another name', paidTo('Ravi Kumar'), ['holderDiffers']],
    ['no own name', { ...paidTo('Ravi Kumar'), firstName: null, lastName: null }, []],
    [
      'an account that was never paid to and is of others',
      { ...paidTo('Asha Rao'), paidToAccount: 0, isAccountOfOthers: true },
      ['accountOfOthers', 'newAccount'],
    ],
  ])('finds what is unusual about %s', (_, change, codes) => {
    const found = warningsOf({ ...usual, ...change }, false);
    expect(found.map(({ code }) => code)).toEqual(codes);
  });

  it('contains the usual amount and the user’s name, and lists an own request first', () => {
    const change = { ...paidTo('Ravi Kumar'), amountPaise: 9000_00 };
    expect(warningsOf({ ...usual, ...change }, true)).toEqual([
      { code: 'ownRequest' },
      { code: 'holderDiffers', personName: 'Asha Rao' },
      { code: 'farAboveUsual', usualPaise: 1000_00 },
    ]);
  });
});

describe('isSameName', () => {
  it.each([
    ['Asha Rao', 'asha  RAO', true],
    ['A. Rao', 'Asha Rao', true],
    ['Rao', 'Asha Rao', true],
    ['Asha Rao', 'Ravi Rao', false],
    ['Ash Rao', 'Asha Rao', false],
    ['आशा राव', 'राव आशा', true],
    ['...', 'Asha', false],
  ])('of %s and %s returns %s', (one, two, same) => expect(isSameName(one, two)).toBe(same));
});

describe('a request in the lists of administrators', () => {
  let world: MoneyWorld;
  // Fixed: all clocks of a money world are set, and stand still.
  let now = Date.parse('2026-11-10T10:00:00Z');
  beforeAll(async () => {
    world = await openMoneyWorld();
  });
  afterAll(() => world.close());

  /** Requests a deposit one minute after the previous one, with a unique receipt unless one is given. */
  async function deposit(
    who: Actor,
    amountPaise: number,
    { sha256 = randomUUID(), ...form }: { sha256?: string; utr?: string } = {},
  ) {
    now += 60_000;
    await world.setNow(new Date(now));
    return (await world.deposit(who, amountPaise, { sha256 }, form)).id;
  }

  /** Returns the warnings of a request, which must be equal in every view for this administrator. */
  async function warningsIn(id: string, type: TransactionType = 'deposit', reader = world.admin) {
    const { deps } = world;
    const { userId } = reader;
    const limit = 100;
    const filters = adminTransactionFilters.parse({ status: 'pending' });
    const lists = await Promise.all([
      listTransactions(deps, userId, { type, tab: 'pending', limit }),
      searchTransactions(deps, userId, { ...filters, limit }),
      listQueue(deps, userId, { type, limit }),
    ]);
    const desk = await getDeskRequest(deps, reader, id);
    const views = [
      ...lists.map(({ rows }) => rows.find((row) => row.id === id)),
      await getTransaction(deps, reader, id),
      desk.request,
    ];
    const codes = views.map((view) => view?.warnings.map(({ code }) => code));
    expect(new Set(codes.map((one) => one?.join()))).toHaveLength(1);
    return codes[0];
  }

  test('has a warning for the receipt of another deposit, in every view', async () => {
    const [owner, other] = [await world.newActor(), await world.newActor()];
    const picture = randomUUID();
    const first = await deposit(other, 501_00, { sha256: picture });
    const second = await deposit(owner, 602_00, { sha256: picture });
    expect(await warningsIn(second)).toEqual(['sameReceipt', 'first']);
    expect(await warningsIn(first)).toEqual(['sameReceipt', 'first']);
  });

  test('has a warning with the other deposits of its UTR, whatever their state and user', async () => {
    const utr = '632628601452';
    const [asha, ravi] = [await world.newActor(), await world.newActor()];
    const first = await deposit(asha, 551_00, { utr });
    expect(await warningsIn(first)).toEqual(['first']);
    await world.decide(first, 'rejected');
    const second = await deposit(ravi, 552_00, { utr });
    const third = await deposit(asha, 553_00, { utr });
    expect(await warningsIn(second)).toEqual(['sameUtr', 'first']);
    const { warnings } = await getTransaction(world.deps, world.admin, second);
    const [warning] = warnings;
    expect(warning?.requests).toMatchObject([
      { id: third, amountPaise: 553_00, status: 'pending', userName: asha.username },
      { id: first, amountPaise: 551_00, status: 'rejected', userName: asha.username },
    ]);
    const found = await searchTransactions(world.deps, world.admin.userId, {
      ...adminTransactionFilters.parse({ search: '86014' }),
      limit: 10,
    });
    expect(found.rows.map(({ id }) => id)).toEqual([third, second, first]);
  });

  test('has a warning for an amount far above the user’s approved requests', async () => {
    const owner = await world.newActor();
    for (const amount of [101_00, 103_00]) {
      await world.decide(await deposit(owner, amount), 'approved');
    }
    const usualOne = await deposit(owner, 304_00);
    const large = await deposit(owner, 307_00);
    expect(await warningsIn(usualOne)).toEqual([]);
    expect(await warningsIn(large)).toEqual(['farAboveUsual']);
    const { warnings } = await getTransaction(world.deps, world.admin, large);
    expect(warnings).toEqual([{ code: 'farAboveUsual', usualPaise: 102_00 }]);
  });

  test('has a warning if the user sent the amount twice within an hour, and none for the amount of another user', async () => {
    const owner = await world.newActor({ balancePaise: 1000_00 });
    const [one, two] = [await deposit(owner, 777_00), await deposit(owner, 777_00)];
    const ofOther = await deposit(await world.newActor(), 777_00);
    expect(await warningsIn(one)).toContain('sameAmount');
    expect(await warningsIn(ofOther)).not.toContain('sameAmount');
    now += 3_600_000;
    expect(await warningsIn(await deposit(owner, 777_00))).not.toContain('sameAmount');
    await world.decide(two, 'rejected');
    expect(await warningsIn(one)).not.toContain('sameAmount');
    const { warnings } = await getTransaction(world.deps, world.admin, two);
    expect(warnings).toEqual([]);
  });

  test('has the own-request warning for its owner only', async () => {
    const own = await deposit(world.admin, 888_00);
    expect(await warningsIn(own)).toContain('ownRequest');
    const second = { ...world.admin, userId: (await world.newActor()).userId };
    expect(await warningsIn(own, 'deposit', second)).not.toContain('ownRequest');
  });

  test('has a warning for a bank account that is new or also used by another user', async () => {
    const payer = await world.newActor({ balancePaise: 1000_00 });
    const account = await world.newBankAccount(payer);
    const first = await world.withdraw(payer, 111_00, account);
    expect(await warningsIn(first.id, 'withdrawal')).toEqual(['newAccount', 'first']);
    await world.decide(first.id, 'approved');
    now += 60_000;
    await world.setNow(new Date(now));
    const second = await world.withdraw(payer, 112_00, account);
    expect(await warningsIn(second.id, 'withdrawal')).toEqual([]);
    await world.newBankAccount(await world.newActor());
    expect(await warningsIn(second.id, 'withdrawal')).toEqual(['accountOfOthers']);
  });
});
