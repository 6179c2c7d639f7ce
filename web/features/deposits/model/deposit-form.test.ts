import { describe, expect, it } from 'vitest';
import { createRequestKeys } from '#web/lib/api/request-key.ts';
import {
  amountProblemSoFar,
  type DepositFields,
  depositContents,
  depositProblems,
  EMPTY_DEPOSIT,
  sameDeposit,
  toDepositForm,
} from './deposit-form.ts';

const receipt = new File(['image'], 'receipt.png', { type: 'image/png' });

function buildFields(fields: Partial<DepositFields> = {}): DepositFields {
  return { ...EMPTY_DEPOSIT, amount: '500', receipt, ...fields };
}

describe('deposit form', () => {
  it('takes over an earlier deposit without its receipt', () => {
    const earlier = { amountPaise: 64_025, paymentMethod: 'IMPS', utr: null, userNotes: 'Rent' };
    expect(sameDeposit(earlier)).toEqual({
      amount: '640.25',
      paymentMethod: 'IMPS',
      utr: '',
      notes: 'Rent',
      receipt: null,
    });
  });

  it.each(['1', '1.00', '500', '1234.5', '0000001'])('accepts ₹%s', (amount) => {
    expect(depositProblems(buildFields({ amount }))).toEqual({});
  });

  it.each([
    ['', 'missing'],
    ['0', 'belowMinimum'],
    ['0.99', 'belowMinimum'],
    ['-1', 'minusSign'],
    ['1e3', 'notANumber'],
    ['1.001', 'tooManyDecimals'],
    ['NaN', 'notANumber'],
    ['9'.repeat(400), 'tooLarge'],
  ])('rejects the amount "%s": %s', (amount, problem) => {
    expect(depositProblems(buildFields({ amount }))).toEqual({ amount: problem });
  });

  it('rejects more than the maximum once it has loaded', () => {
    const fields = buildFields({ amount: '500.01' });
    expect(depositProblems(fields, { maxDepositPaise: 50_000 })).toEqual({
      amount: 'aboveMaximum',
    });
    expect(depositProblems(fields, { maxDepositPaise: 50_001 })).toEqual({});
    expect(depositProblems(fields)).toEqual({});
  });

  it('rejects more than the limits of the verification level allow', () => {
    const fields = buildFields({ amount: '500.01' });
    expect(depositProblems(fields, { limitPaise: 50_000 })).toEqual({ amount: 'aboveLimit' });
    expect(depositProblems(fields, { limitPaise: 50_001 })).toEqual({});
  });

  it.each([
    ['', {}, undefined],
    ['', { isUtrRequired: true }, 'missing'],
    [' - ', { isUtrRequired: true }, 'missing'],
    ['4123 4567 8901', { isUtrRequired: true }, undefined],
    ['4123 4567 890', {}, 'invalid'],
  ])('the UTR "%s" with the bounds %j has the problem %s', (utr, bounds, problem) => {
    expect(depositProblems(buildFields({ utr }), bounds).utr).toBe(problem);
  });

  it('checks the UTR for the payment method, which is UPI if the field is empty', () => {
    const utr = 'HDFCR52026021512345678';
    expect(depositProblems(buildFields({ utr, paymentMethod: 'RTGS' }))).toEqual({});
    expect(depositProblems(buildFields({ utr, paymentMethod: ' ' }))).toEqual({ utr: 'invalid' });
  });

  it.each(['', '0', '0.', '5', '10.9', '10.99', 'Rs.'])(
    'returns no problem for the partial input "%s"',
    (typed) => {
      expect(amountProblemSoFar(typed, { maxDepositPaise: 50_000 })).toBeUndefined();
    },
  );

  it.each([
    ['.', 'notANumber'],
    ['.5', 'notANumber'],
    ['10.999', 'tooManyDecimals'],
    ['9'.repeat(30), 'tooLarge'],
    ['-', 'minusSign'],
    ['500.01', 'aboveMaximum'],
  ])('returns the problem of the partial input "%s"', (typed, problem) => {
    expect(amountProblemSoFar(typed, { maxDepositPaise: 50_000 })).toBe(problem);
  });

  it('requires a receipt', () => {
    expect(depositProblems(buildFields({ receipt: null }))).toEqual({ receipt: 'FILE_REQUIRED' });
  });

  it('omits empty optional fields', () => {
    const form = toDepositForm(buildFields({ paymentMethod: ' ', notes: ' ' }), {
      qrCodeId: undefined,
      requestKey: 'key',
    });
    expect(form).toEqual({ amount: '500', requestKey: 'key' });
  });

  it('keeps its request key for a retry and changes it with the amount or the QR code', () => {
    const keys = createRequestKeys();
    const keyFor = (fields: Partial<DepositFields>, code = 'code') =>
      keys.keyFor(depositContents(buildFields(fields), code));
    const first = keyFor({});
    expect(keyFor({ notes: ' ' })).toBe(first);
    expect(keyFor({}, 'another')).not.toBe(first);
    expect(keyFor({ amount: '501' })).not.toBe(first);
  });
});
