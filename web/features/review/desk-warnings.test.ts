import { describe, expect, it } from 'vitest';
import type { DeskRequest } from '#contract/review.ts';
import { isSameName, warningsOf } from './desk-warnings.ts';
import { buildAdminTransaction } from './testing.ts';

const past = { approved: 4, rejected: 0, averagePaise: 1000_00, last: [] };
const request = { ...buildAdminTransaction({ amountPaise: 1000_00 }), beneficiary: null };
const usual: DeskRequest = {
  request,
  waiting: null,
  claim: null,
  person: {
    id: request.userId,
    fullName: 'Asha Rao',
    status: 'active',
    since: new Date('2026-01-01T00:00:00Z'),
    balancePaise: 0,
    heldPaise: 0,
  },
  deposits: past,
  withdrawals: past,
  isWholeHistory: true,
  sameReceipt: [],
  sameAmount: [],
  account: null,
};
const other = {
  id: request.id,
  userName: 'ravi',
  amountPaise: 1,
  status: 'pending' as const,
  createdAt: new Date(0),
  receiptUrl: null,
};
const beneficiary = {
  accountHolderName: 'A Rao',
  accountNumber: '1',
  bankName: 'B',
  ifscCode: null,
};
const paidTo = (accountHolderName: string): Partial<DeskRequest> => ({
  request: { ...request, type: 'withdrawal', beneficiary: { ...beneficiary, accountHolderName } },
  account: { paidBefore: 1, isAlsoOfOthers: false },
});

describe('warningsOf', () => {
  it.each<[string, Partial<DeskRequest>, string[]]>([
    ['nothing unusual', {}, []],
    ['a first deposit', { deposits: { ...past, approved: 0, averagePaise: null } }, ['first']],
    [
      'more than three times the average',
      { request: { ...request, amountPaise: 3000_01 } },
      ['farAboveUsual'],
    ],
    ['three times the average', { request: { ...request, amountPaise: 3000_00 } }, []],
    [
      'one approved before, which is no habit',
      { deposits: { ...past, approved: 1, averagePaise: 1 } },
      [],
    ],
    ['a receipt of another', { sameReceipt: [other] }, ['sameReceipt']],
    ['another of the amount', { sameAmount: [other] }, ['sameAmount']],
    ['someone deactivated', { person: { ...usual.person, status: 'inactive' } }, ['inactiveUser']],
    ['a holder with the own name', paidTo('RAO, Asha'), []],
    ['a holder with another name', paidTo('Ravi Kumar'), ['holderDiffers']],
    [
      'an account that was never paid to and is of others',
      { ...paidTo('Asha Rao'), account: { paidBefore: 0, isAlsoOfOthers: true } },
      ['accountOfOthers', 'newAccount'],
    ],
  ])('%s', (_, change, warnings) => {
    expect(warningsOf({ ...usual, ...change })).toEqual(warnings);
  });

  it('compares no name that was never given', () => {
    const person = { ...usual.person, fullName: null };
    expect(warningsOf({ ...usual, ...paidTo('Ravi Kumar'), person })).toEqual([]);
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
  ])('%s and %s: %s', (one, two, same) => expect(isSameName(one, two)).toBe(same));
});
