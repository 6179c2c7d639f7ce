import { describe, expect, it } from 'vitest';
import { toPaise } from '../shared/money.ts';
import { buildUpiLink, isUpiId, readUpiCode } from './rules.ts';

describe('isUpiId', () => {
  it.each([
    ['shop@bank', true],
    ['9876543210@ybl', true],
    ['Shop.Name-1_a@okaxis', true],
    ['s@bank', false],
    ['shop@bank.com', false],
    ['shop@1bank', false],
    ['shop@b', false],
    ['shop', false],
    ['shop name@bank', false],
    [`${'a'.repeat(257)}@bank`, false],
    ['shop@@bank', false],
  ])('%s: %s', (text, expected) => {
    expect(isUpiId(text)).toBe(expected);
  });
});

describe('readUpiCode', () => {
  it('reads the payee of a UPI link', () => {
    expect(readUpiCode('upi://pay?pa=Shop%40Bank&pn=Asha%20Stores&mc=5411&cu=INR')).toEqual({
      upiId: 'shop@bank',
      payeeName: 'Asha Stores',
      merchantCode: '5411',
      isSigned: false,
    });
  });

  it('reads links with capitals, plus signs and unencoded characters', () => {
    const payee = readUpiCode('UPI://PAY?PA=shop@bank&pn=100%+Asha+Stores&mc=0000');
    expect(payee).toMatchObject({ upiId: 'shop@bank', merchantCode: null });
    expect(payee?.payeeName).toContain('Asha');
  });

  it('recognizes a signed code', () => {
    const text = 'upi://pay?pa=shop@bank&pn=Shop&mode=02&orgid=159761&sign=MEUCIQ==';
    expect(readUpiCode(text)?.isSigned).toBe(true);
    expect(readUpiCode('upi://pay?pa=shop@bank&sign=')?.isSigned).toBe(false);
  });

  it('reads the UPI ID of a Bharat QR code', () => {
    const account = '0012upi.npci.org0109shop@bank';
    const text = `00020101021126${account.length}${account}5204541153033565802IN5904Asha6304ABCD`;
    expect(readUpiCode(text)).toEqual({
      upiId: 'shop@bank',
      payeeName: 'Asha',
      merchantCode: '5411',
      isSigned: false,
    });
  });

  it.each([
    'https://example.in/?pa=shop@bank',
    'upi://pay?pn=Shop',
    'upi://pay?pa=shop',
    'upi://mandate?pa=shop@bank',
    '00020101021126',
    '000201xx',
    '',
    `upi://pay?pa=shop@bank&pn=${'a'.repeat(5000)}`,
  ])('finds no payee in %s', (text) => {
    expect(readUpiCode(text)).toBeUndefined();
  });
});

describe('buildUpiLink', () => {
  const payee = { upiId: 'shop@bank', payeeName: 'Asha & Sons', merchantCode: null };
  const payment = { amountPaise: toPaise(123_450), referenceId: 'DEP-1785749012345' };

  it('writes the amount with two decimals, and spaces and signs percent-encoded', () => {
    expect(buildUpiLink(payee, payment)).toBe(
      'upi://pay?pa=shop@bank&pn=Asha%20%26%20Sons&tr=DEP1785749012345&tn=DEP1785749012345&am=1234.50&cu=INR',
    );
  });

  it('sends the category code of a merchant', () => {
    expect(buildUpiLink({ ...payee, merchantCode: '5411' }, payment)).toContain('&mc=5411&');
  });

  it('is read back with the same payee', () => {
    const merchant = { ...payee, payeeName: 'ஆஷா கடை', merchantCode: '5411' };
    expect(readUpiCode(buildUpiLink(merchant, payment))).toEqual({ ...merchant, isSigned: false });
  });
});
