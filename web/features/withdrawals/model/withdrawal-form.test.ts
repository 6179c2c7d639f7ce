import { describe, expect, it } from 'vitest';
import {
  amountProblemSoFar,
  pickAccount,
  receivedPaise,
  refusalOf,
  sameWithdrawal,
  type WithdrawalFields,
  withdrawalProblems,
} from './withdrawal-form.ts';

function buildFields(fields: Partial<WithdrawalFields> = {}): WithdrawalFields {
  return { amount: '100', bankAccountId: 'account', availablePaise: 50_000, ...fields };
}

describe('sameWithdrawal', () => {
  const accounts = [
    { id: 'a', bankName: 'Old Bank', maskedAccountNumber: '1234••••9012' },
    { id: 'b', bankName: 'New Bank', maskedAccountNumber: '1234••••9012' },
  ];

  it('takes over the amount and the bank account', () => {
    const maskedAccountNumber = '1234••••9012';
    const earlier = { amountPaise: 15_050, bankName: 'New Bank', maskedAccountNumber };
    expect(sameWithdrawal(earlier, accounts)).toEqual({ amount: '150.50', bankAccount: 'b' });
  });

  it('leaves the account open if the user no longer has it', () => {
    const earlier = { amountPaise: 1000, bankName: 'Old Bank', maskedAccountNumber: '9••••0' };
    expect(sameWithdrawal(earlier, accounts)).toEqual({ amount: '10.00', bankAccount: '' });
  });
});

describe('amountProblemSoFar', () => {
  it.each(['', '1', '9.99', '10.', '500'])(
    'returns no problem for the partial amount "%s"',
    (typed) => {
      expect(amountProblemSoFar(typed, { availablePaise: 50_000 })).toBeUndefined();
    },
  );

  it.each([
    ['.5', 'notANumber'],
    ['10.999', 'tooManyDecimals'],
    ['-5', 'minusSign'],
    ['1e9', 'notANumber'],
    ['500.01', 'aboveAvailable'],
  ])('returns the problem of the partial amount "%s"', (typed, problem) => {
    expect(amountProblemSoFar(typed, { availablePaise: 50_000 })).toBe(problem);
  });
});

describe('withdrawalProblems', () => {
  it('rejects more than the limits allow, and an account that cannot be used yet', () => {
    const fields = buildFields({ amount: '100.01', limitPaise: 10_000, isAccountWaiting: true });
    expect(withdrawalProblems(fields)).toEqual({ amount: 'aboveLimit', bankAccount: 'waiting' });
  });

  it('accepts the minimum, the available balance, and amounts between them', () => {
    for (const amount of ['10', '100.5', '500.00']) {
      expect(withdrawalProblems(buildFields({ amount }))).toEqual({});
    }
  });

  it.each([
    ['', 'missing'],
    ['.', 'notANumber'],
    ['1.2.3', 'notANumber'],
    ['0.001', 'tooManyDecimals'],
    ['9'.repeat(400), 'tooLarge'],
  ])('returns the problem of the amount "%s"', (amount, problem) => {
    expect(withdrawalProblems(buildFields({ amount }))).toEqual({ amount: problem });
  });

  it.each(['0', '9.99'])('rejects ₹%s as below the minimum', (amount) => {
    expect(withdrawalProblems(buildFields({ amount }))).toEqual({ amount: 'belowMinimum' });
  });

  it('rejects one paisa more than the available balance', () => {
    expect(withdrawalProblems(buildFields({ amount: '500.01' }))).toEqual({
      amount: 'aboveAvailable',
    });
  });

  it('requires a bank account', () => {
    expect(withdrawalProblems(buildFields({ bankAccountId: undefined }))).toEqual({
      bankAccount: 'missing',
    });
  });
});

describe('refusalOf', () => {
  it('checks the amount, then the account, then the balance', () => {
    const nothing = { amount: '0', bankAccountId: undefined, availablePaise: 0 };
    expect(refusalOf(nothing)).toBe('invalidAmount');
    expect(refusalOf({ ...nothing, amount: '100' })).toBe('noBankAccount');
    expect(refusalOf(buildFields({ availablePaise: 0 }))).toBe('insufficientBalance');
    expect(refusalOf(buildFields())).toBeUndefined();
  });
});

describe('receivedPaise', () => {
  it('returns the requested amount, because there is no fee', { tags: 'section-9' }, () => {
    expect(receivedPaise('1234.5')).toBe(123_450);
    expect(receivedPaise('')).toBeUndefined();
  });
});

describe('pickAccount', () => {
  const newest = { id: 'newest', isDefault: false };
  const standard = { id: 'standard', isDefault: true };

  it('returns the selected account, else the default one, else the newest', () => {
    expect(pickAccount([newest, standard], 'newest')).toBe(newest);
    expect(pickAccount([newest, standard], undefined)).toBe(standard);
    expect(pickAccount([newest], 'deleted')).toBe(newest);
    expect(pickAccount([], undefined)).toBeUndefined();
  });
});
